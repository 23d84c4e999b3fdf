"""What a seat may conclude about hidden tiles, and dealing these afresh evenly."""
