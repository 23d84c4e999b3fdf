"""Finished matches: replays, GIFs, and checks of the shuffle."""
