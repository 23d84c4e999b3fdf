"""The review of Kent: the melds of each deal, and the odds at which its call was made."""
