"""The league: a folder for each subject, from its plain functions to its commands, and the shared modules.

Matches of tables come in through `recording`.
"""
