"""Help pages: the bot, its games, and their rules."""

from functools import partial
from typing import Final

import discord

import games
from bot.locales import pages, rules, with_commands
from bot.messages.games import presenter_of
from bot.messages.parts.components import Button, ClickAddress, Kind, page_buttons, parse_page
from bot.messages.parts.message import COLOUR, Message, embedded
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_FIELD_VALUE
from bot.tables.errors import TableError
from bot.version import VERSION

_TABLE: Final = ("show", "leave", "replace", "pause")


def help_message(reader: Reader, number: int = 0) -> Message:
    """Return a help page, clamped to the last; page 0 explains the bot."""
    lists = _game_pages(reader)
    number = max(0, min(number, len(lists)))
    embed = discord.Embed(colour=COLOUR, title=reader.words("help.title"))
    if number == 0:
        for title, text in _sections(reader):
            embed.add_field(name=title, value=text, inline=False)
    else:
        embed.add_field(name=reader.words("help.games.title"), value=lists[number - 1], inline=False)
    page = reader.words("rules.page", number=number + 1, total=len(lists) + 1)
    embed.set_footer(text=f"{page} · Boneyard {VERSION}")

    def at(page: int) -> ClickAddress:
        return ClickAddress(Kind.HELP_PAGE, "", 0, str(page))

    return Message(embed=embed, rows=page_buttons(reader, at, number, len(lists) + 1))


def _sections(reader: Reader) -> tuple[tuple[str, str], ...]:
    """Return the parts of the first page: title and text."""
    w, command = reader.words, reader.command
    start = w(
        "help.start.text",
        play=command("play"),
        join=w("lobby.button.join"),
        add_computer=w("lobby.button.add_computer"),
        start=w("lobby.button.start"),
    )
    commands = {f"table_{name}": command(f"table {name}") for name in _TABLE}
    table = w("help.table.text", report=command("report"), **commands)
    settings = w("help.settings.text", settings_player=command("settings"), settings_server=command("server-settings"))
    solo = w(
        "help.solo.text",
        solo=command("solo play"),
        stats=command("solo stats"),
        **{name: command(name) for name in ("daily", "puzzle")},
    )
    chips = w("help.chips.text", balance=command("chips balance"), leaders=command("chips leaderboard"))
    league = w(
        "help.league.text",
        standings=command("leaderboard"),
        seasons=command("league seasons"),
        tournaments=command("tournament view"),
        open=command("league-admin season-open"),
        settings=command("league-admin settings"),
        **{name: command(name) for name in ("stats", "history", "privacy")},
    )
    return (
        (w("help.start.title"), start),
        (w("help.move.title"), w("help.move.text", my_hand=w("board.button.my_hand"))),
        (w("help.table.title"), table),
        (w("help.solo.title"), solo),
        (w("help.rules.title"), w("help.rules.text", rules=command("rules"), learn=command("learn"))),
        (w("help.settings.title"), settings),
        (w("help.chips.title"), chips),
        (w("help.league.title"), league),
        (w("help.fair.title"), w("help.fair.text")),
    )


def _game_pages(reader: Reader) -> list[str]:
    """Return the game list, as many per page as fit."""
    w, pages = reader.words, [""]
    for key in (*games.TABLE_GAMES, *games.SOLITAIRES):
        line = f"**{w(f'game.{key}.name')}** — {w(f'game.{key}.blurb')}"
        if pages[-1] and len(pages[-1]) + len(line) + 1 > MAX_FIELD_VALUE:
            pages.append("")
        pages[-1] = f"{pages[-1]}\n{line}".lstrip("\n")
    return pages


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
    if len(texts) > 1:
        embed.set_footer(text=w("rules.page", number=number + 1, total=len(texts)))

    [turning] = page_buttons(reader, partial(rules_address, game), number, len(texts)) or ((),)
    return embedded(embed, drawing, ((*turning, learn_button(game, reader)),))


COMPLETES: Final = {
    "game.{}.name": games.CATALOGUE,
    "game.{}.blurb": games.CATALOGUE,
}
