"""Actions of the hosts of a tournament, their menu, questions and public lines."""
