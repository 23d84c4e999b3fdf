"""What is said of a table: the lobby, the board, the hand, the menu, secret signs, and what stays in the channel."""
