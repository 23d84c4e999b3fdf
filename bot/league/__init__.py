"""The league: a folder for each subject, from its plain functions to its commands, and beside them what they share.

Matches of tables come in through `recording`.
"""
