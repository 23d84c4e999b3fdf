"""Whether the code and the texts agree: `python -m bot.proofreading` says what is missing and what nothing asks for.

It reads the code for the keys that it names, takes what the code completes while it runs from lists that stand beside
that code, and compares both with the catalogues and the rules of the games.
"""
