"""Tools of the operator and of developers: each is a command of `python -m bot` or of the Makefile."""
