"""The buttons of the league."""
