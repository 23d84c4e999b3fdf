"""Templates of tournaments: messages and requests."""
