"""Matches that are over: shown step by step with all hands, as a film, and with a check of their shuffle."""
