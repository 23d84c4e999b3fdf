"""The league: a folder per subject, and shared modules.

Matches of tables come in through `recording`. Functions that use the database raise `StorageError` if it fails.
"""
