"""Requests about solitaires."""
