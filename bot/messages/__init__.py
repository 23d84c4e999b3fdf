"""Messages as pure values: words, embeds, buttons, drawings."""
