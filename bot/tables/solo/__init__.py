"""Solitaires: games for one person, taking moves back, the solver, and the deals of the days."""
