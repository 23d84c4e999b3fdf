"""The league as commands and clicks ask for it."""
