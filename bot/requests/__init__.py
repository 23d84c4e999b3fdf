"""Requests (commands and clicks) and their answers."""
