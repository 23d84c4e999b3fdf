"""Time at tables: paces, deadlines, and the timers that wake them."""
