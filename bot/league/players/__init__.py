"""Matches and statistics of players."""
