"""What is kept of leagues: settings, results, ratings, seasons, people, and who changed what.

Every function works in the transaction that it is given. All times are unix seconds. The texts of games, scopes and
reasons mean nothing here.
"""
