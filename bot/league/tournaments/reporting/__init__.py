"""Results that players report: messages and requests."""
