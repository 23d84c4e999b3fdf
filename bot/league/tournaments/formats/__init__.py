"""The formats: kinds, pairing, duplicate deals and new partners."""
