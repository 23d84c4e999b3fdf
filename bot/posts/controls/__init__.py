"""Buttons, selects and forms as Discord has them, and what comes back from them."""
