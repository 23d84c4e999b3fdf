"""Requests: commands and clicks, the person who makes them, and their answers."""
