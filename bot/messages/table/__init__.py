"""Table messages: lobby, board, hand, menu, signs and summary."""
