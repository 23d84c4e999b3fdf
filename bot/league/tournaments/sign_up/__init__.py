"""Signing up: entry, partners and names of teams."""
