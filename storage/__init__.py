"""Storage: SQL tables for matches with their logs, results and settings, on SQLite or PostgreSQL.

`storage.database` opens a database and gives transactions; `storage.matches` and `storage.guilds` say what can be
stored in it. Nothing here knows Discord or the rules of a game: moves and options are opaque texts and JSON.
"""
