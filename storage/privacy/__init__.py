"""Privacy: where people are named, what is kept of somebody, and how people and servers are forgotten."""
