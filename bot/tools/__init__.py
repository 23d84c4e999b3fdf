"""Commands of `python -m bot` and of the Makefile."""
