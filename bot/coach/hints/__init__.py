"""Help during a match against computers: hints on request, and remarks after mistakes."""
