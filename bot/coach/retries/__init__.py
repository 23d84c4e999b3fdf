"""Retries: a decision of a reviewed match, tried again or played on against computers."""
