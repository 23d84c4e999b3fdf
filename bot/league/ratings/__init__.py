"""Ratings: computing them, and recomputing a whole league."""
