"""The parts shared by all games: values (tiles, moves, events, options), the match, its record and its views."""
