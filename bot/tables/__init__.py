"""Live tables: lobby, seats, clock, one table per channel. Knows games and storage, not Discord.

A `Table` is a frozen value. What may happen to a table is written as plain functions that take it and return a `Step`
(`lobby`, `play`, `staffing`, `signs`). All steps go through `Tables`, which saves and then shows them. `Clocks` look
after the tables when time passes, and `Computers` move for those who do not. Code that only some games need is in a
module named after what the game declares (`signs`). If no other game could use it, the module is named after the game
(`kent_computers`).
"""
