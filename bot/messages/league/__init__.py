"""The league in messages."""
