"""Puzzles: positions of matches with only one good move, ratings, and the puzzle of the day."""
