"""Messages to Discord: the publisher, turn calls, channels, replies, open hands, pads and tile emojis."""
