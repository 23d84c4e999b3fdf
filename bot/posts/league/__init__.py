"""What the league posts by itself, and what it says in the messages of tables."""
