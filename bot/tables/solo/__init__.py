"""Solitaires: steps, undo, the solver and the daily deals."""
