"""The review of Kent: the call of each deal, and its melds."""
