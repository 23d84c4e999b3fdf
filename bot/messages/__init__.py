"""Messages as values, built from tables by pure functions."""
