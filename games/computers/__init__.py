"""Computer players: levels, search, exact endings and determinizations. No module here knows a game."""
