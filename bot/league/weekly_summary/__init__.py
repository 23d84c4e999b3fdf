"""The weekly summary of a league."""
