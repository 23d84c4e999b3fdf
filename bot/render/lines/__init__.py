"""Pictures of lines of play, and of the hands below them at the end of a deal."""
