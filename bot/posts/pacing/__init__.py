"""How fast Discord is written to: the requests of the whole bot, and boards that somebody keeps deleting."""
