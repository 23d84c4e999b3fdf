"""The solver and the daily deals of solitaires."""
