"""Messages of a table: lobby, board, hand, menu, secret signs and the summary."""
