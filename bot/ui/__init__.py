"""What people see and press: messages made from tables, and what every button does.

A message is built from a `Table` and `Words` and knows nothing of where it goes. The `Publisher` is the one writer of
the public messages of a channel; a person's own messages answer that person's clicks.
"""
