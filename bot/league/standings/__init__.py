"""Standings and leaderboards, and the commands that show them."""
