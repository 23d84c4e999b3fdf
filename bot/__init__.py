"""The Discord bot: tables, commands, messages, pictures and texts."""
