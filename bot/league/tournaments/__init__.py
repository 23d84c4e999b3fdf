"""Tournaments: a folder for each part, and the steps, messages, requests and commands that they share."""
