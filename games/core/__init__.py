"""The parts shared by all games."""
