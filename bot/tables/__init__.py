"""Live tables: lobby, seats, clock, one table per channel. Knows games and storage, not Discord.

A `Table` is a frozen value. Plain functions take a table and return a `Step` (`lobby`, `play`, `staffing`, `signs`).
All steps go through `Tables`, which saves and then shows them. `Clocks` apply timeouts, and `Computers` move for
computers and absent players. Code that only some games need is in a module named after the game's declaration
(`signs`). If no other game could use it, the module is named after the game (`kent_computers`).
"""
