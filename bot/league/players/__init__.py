"""What players have done: their matches and statistics."""
