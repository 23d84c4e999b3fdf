"""What only Kent needs at a table: computer players that make signs and call out of turn."""
