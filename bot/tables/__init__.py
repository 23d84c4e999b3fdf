"""Live tables: lobby, seats, play and clock, without Discord.

A `Table` is a frozen value. Plain functions take a table and return a `Step` (`lobby`, `play`, `staffing`, `signs`).
All steps go through `Tables`, which saves and then shows them. `Clocks` apply timeouts; `Computers` move for
computers and absent players. Code that only some games need is in a module named after the game's declaration
(`signs`), or after the only possible game (`kent_computers`).
"""
