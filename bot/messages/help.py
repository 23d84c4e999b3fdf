"""The help, and the rules of the games."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import discord

import games
from bot.locales import pages, rules, with_commands
from bot.messages.games import presenter_of
from bot.messages.parts.components import Button, ClickAddress, Kind, page_buttons, parse_page
from bot.messages.parts.message import COLOUR, Message, add_page_number, embedded
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.tables.errors import TableError
from bot.version import VERSION

_COMMANDS: Final = ("play", "learn", "daily", "leaderboard", "settings")
"""The commands that the help explains."""


def help_message(reader: Reader, links: Mapping[str, str]) -> Message:
    """Return the help: five commands to press, and links.

    :param links: the addresses of the "site", of "support" and of the "policy", where they are published.
    """
    w = reader.words
    buttons = {name: w(f"lobby.button.{name}") for name in ("join", "add_computer", "start")}
    buttons["my_hand"] = w("board.button.my_hand")
    lines = [w(f"help.{name}", command=reader.command(name), **buttons) for name in _COMMANDS]
    labels = {"site": w("help.link.site"), "support": w("help.link.support"), "policy": w("privacy.link.policy")}
    published = [f"[{label}]({links[name]})" for name, label in labels.items() if links.get(name)]
    lines += ["", " · ".join(published)] if published else []
    embed = discord.Embed(colour=COLOUR, title=w("help.title"), description="\n".join(lines))
    embed.set_footer(text=f"Boneyard {VERSION}")
    return Message(embed=embed)


def learn_button(game: str, reader: Reader) -> Button:
    """Return the button that begins the lesson of a game."""
    return Button(ClickAddress(Kind.LEARN, rest=game), reader.words("lesson.button.learn"), emoji="🎓")


def rules_address(game: str, page: int = 0) -> ClickAddress:
    """Return the address of a page of rules."""
    return ClickAddress(Kind.RULES_PAGE, rest=f"{game}/{page}")


def parse_rules_page(address: ClickAddress) -> tuple[str, int]:
    """Return the game and page in an address.

    :raises TableError: if there is no such game.
    """
    game, _, page = address.rest.partition("/")
    if game not in games.CATALOGUE:
        raise TableError("error.button_unknown")
    return game, parse_page(page)


def rules_message(game: str, number: int, reader: Reader) -> Message:
    """Return a page of rules, clamped to the last."""
    w, texts = reader.words, pages(rules(game, reader.words.locale))
    number = max(0, min(number, len(texts) - 1))
    text = with_commands(texts[number], reader.command)
    embed = discord.Embed(colour=COLOUR, title=w("rules.title", game=w(f"game.{game}.name")), description=text)
    names = PlayerNames.numbered(max(games.CATALOGUE[game].seat_counts))
    drawing = presenter_of(games.CATALOGUE[game], reader, names).example_drawing() if number == 0 else None
    add_page_number(embed, number, len(texts), w)

    [turning] = page_buttons(reader, partial(rules_address, game), number, len(texts)) or ((),)
    return embedded(embed, drawing, ((*turning, learn_button(game, reader)),))


COMPLETES: Final = {
    "game.{}.name": games.CATALOGUE,
    "game.{}.blurb": games.CATALOGUE,
    "help.{}": _COMMANDS,
    "lobby.button.{}": ("join", "add_computer", "start"),
}
