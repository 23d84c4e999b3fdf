"""Tools for operators and developers: each is a command of `python -m bot` or of the Makefile."""
