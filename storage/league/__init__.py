"""The data of leagues: settings, results, ratings, seasons, people and the audit log.

Every function works in the transaction that it is given. All times are unix seconds. The texts of games, scopes and
reasons mean nothing here.
"""
