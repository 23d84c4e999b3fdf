"""Message parts: addresses, components, choices, texts and readers."""
