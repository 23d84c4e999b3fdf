"""What is said and shown of solitaires."""
