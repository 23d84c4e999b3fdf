"""The data of leagues, such as results, ratings and seasons.

Every function works in the given transaction. All times are unix seconds. Games, scopes and reasons are opaque.
"""
