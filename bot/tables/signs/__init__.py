"""Secret signs between partners who sit opposite, for every game that declares them (`Match.signs`)."""
