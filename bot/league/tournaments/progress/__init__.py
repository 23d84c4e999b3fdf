"""Steps of tournaments: starting, rounds, the clock and undoing, and saving them."""
