"""Messages of solitaires."""
