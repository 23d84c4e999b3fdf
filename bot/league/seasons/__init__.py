"""Seasons: opening, editing, closing and listing them."""
