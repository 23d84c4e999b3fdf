"""Hands that lie open in front of players, and when they are renewed."""
