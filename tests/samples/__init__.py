"""Features that only tests know."""
