"""Solitaires beyond their rules: the solver, and the deal of the day."""
