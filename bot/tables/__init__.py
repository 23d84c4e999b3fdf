"""Live tables: lobby, seats, clock, one table per channel. Knows games and storage, not Discord.

A `Table` is a frozen value. What may happen to one is said by plain functions that take a table and return a `Step`
(`lobby`, `play`, `staffing`, `signs`); `Tables` is the one door through which steps are taken,
saved and then shown.
"""
