"""One request, a command or a click: who makes it, in which language, and how they are answered."""
