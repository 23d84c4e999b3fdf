"""Reviews of finished matches: what each decision of a seat was worth, and why."""
