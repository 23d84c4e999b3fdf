"""The shared code of the chain games."""
