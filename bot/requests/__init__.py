"""One request of somebody, a command or a click: who asks, in which words, and how he is answered."""
