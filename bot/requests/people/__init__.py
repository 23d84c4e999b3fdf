"""Requests about a person's own things, and about a server's settings."""
