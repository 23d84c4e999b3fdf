"""Tournaments: formats, steps, messages, requests and commands."""
