"""Computer players of the chain games: deals on integers, simple rules of play, and the value of a match."""
