"""Series of tournaments: the table, messages and requests."""
