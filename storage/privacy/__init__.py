"""Privacy: a person's data, and the deletion of people and servers."""
