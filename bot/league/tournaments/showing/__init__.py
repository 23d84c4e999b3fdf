"""Words for a tournament that several messages share."""
