"""Reviews of solitaires: the move that lost the deal, and the shortest solution found."""
