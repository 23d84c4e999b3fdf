"""Pictures of a square of cells, and the same in letters."""
