"""Fixtures for tests through a simulated Discord."""
