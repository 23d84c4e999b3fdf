"""A coin to toss, by a command and by a button of lobbies: how small a feature can be."""
