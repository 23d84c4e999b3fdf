"""The results of pairings: entering them, and claims of players, as pure steps."""
