"""Solitaires: what one plays alone, with moves taken back, the solver, and the deals of the days."""
