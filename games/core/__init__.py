"""What every game shares: values (tiles, moves, events, options), the match, its record and its views."""
