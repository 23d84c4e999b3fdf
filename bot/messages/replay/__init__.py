"""Finished matches: step by step with all hands, as a GIF, and with a check of the shuffle."""
