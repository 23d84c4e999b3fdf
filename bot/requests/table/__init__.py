"""Requests at tables: lobbies, hands, seats, ends and what follows."""
