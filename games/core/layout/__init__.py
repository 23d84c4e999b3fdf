"""Lines of play: joins, open ends and arms."""
