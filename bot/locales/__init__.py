"""All texts for people, in one folder per language.

Texts have keys such as `lobby.title`. They are in `<locale>/LC_MESSAGES/boneyard.po`, sorted by key. The rules of the
games are Markdown files in `<locale>/rules/`.
`python -m bot.tools.proofreading` compares the languages with each other and with the code.
"""

from bot.locales.rulebook import pages, rules, with_commands
from bot.locales.words import LOCALES, Words, spoken, words

__all__ = ["LOCALES", "Words", "pages", "rules", "spoken", "with_commands", "words"]
