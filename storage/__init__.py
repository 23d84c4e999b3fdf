"""Storage of matches, results and settings in SQLite or PostgreSQL.

`storage.database` opens a database and gives transactions; `storage.matches` and `storage.guilds` read and write its
main tables. Nothing here knows Discord or the rules of a game: moves and options are opaque texts and JSON.
"""
