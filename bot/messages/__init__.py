"""From a table to a message: words, embeds, buttons, pictures to be drawn. Pure: nothing here waits for anything."""
