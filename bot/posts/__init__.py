"""What writes to Discord: the publisher, channels, replies, open hands, pads and tile emojis."""
