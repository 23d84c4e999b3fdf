"""Computer players at tables, and the processes in which they think."""
