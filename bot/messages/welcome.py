"""Before there is a table: the greeting, and the menu of games."""

from __future__ import annotations

from collections.abc import Iterator

import discord

import games
from bot.locales import LOCALES, Words, words
from bot.messages.parts.components import Address, Kind
from bot.messages.parts.text import bold
from games import Family, Match

from .parts.components import Button, Option, Row, Select, Style
from .parts.message import COLOUR, Message
from .parts.reader import Reader

__all__ = ["game_menu", "greeting", "invitation_message"]


def greeting(locale: str) -> Message:
    """What is said once in a server that the bot has just joined: short, and in every language that it speaks.

    :param locale: the server's own language, which comes first.
    """
    order = sorted(LOCALES, key=lambda one: one != words(locale).locale)
    lines = [words(one)("welcome.greeting") for one in order]
    embed = discord.Embed(colour=COLOUR, title="Boneyard 🁫", description="\n\n".join(lines))
    play = Button(Address(Kind.WELCOME), words(locale)("welcome.button.play"), Style.GO, emoji="🁣")
    return Message(embed=embed, rows=((play,),))


def game_menu(reader: Reader, chosen: str = "", partner: int | None = None) -> Message:
    """The games in groups, with what one needs for each; and what to do with the one that is chosen.

    :param chosen: the key of the game that is looked at; "" for the first.
    :param partner: the user that the reader wants to play with.
    """
    w = reader.words
    game = games.TABLE_GAMES.get(chosen) or next(iter(games.TABLE_GAMES.values()))
    embed = discord.Embed(colour=COLOUR, title=w("welcome.title"))
    embed.description = "\n".join(_groups(w, game))
    if partner is not None:
        embed.description = f"{w('welcome.with', name=f'<@{partner}>')}\n\n{embed.description}"
    rest = f"{game.key}/{partner or ''}"
    options = tuple(
        Option(
            w(f"game.{one.key}.name"),
            one.key,
            _seats_and_minutes(one, w),
            default=one is game,
        )
        for one in games.TABLE_GAMES.values()
    )
    select = Select(Address(Kind.CHOOSE_GAME, rest=rest), options, w("welcome.choose"))
    return Message(embed=embed, rows=((select,), _buttons(w, rest, partner)))


def invitation_message(host: str, partner: int, game: str, w: Words) -> Message:
    """The call to a person for whom a table has been opened. It mentions them."""
    text = w("welcome.invited", person=f"<@{partner}>", name=bold(host), game=w(f"game.{game}.name"))
    return Message(text, mentions=(partner,))


def _buttons(w: Words, rest: str, partner: int | None) -> Row:
    def at(kind: Kind) -> Address:
        return Address(kind, rest=rest)

    opening = Button(at(Kind.OPEN_TABLE), w("welcome.button.open"), Style.MAIN if partner is None else Style.GO)
    rules = Button(Address(Kind.RULES_PAGE, rest=f"{rest.partition('/')[0]}/0"), w("board.button.rules"))
    if partner is not None:
        return (opening, rules)
    return (Button(at(Kind.PLAY_COMPUTER), w("welcome.button.computer"), Style.GO), opening, rules)


def _groups(w: Words, chosen: type[Match]) -> Iterator[str]:
    for family in Family:
        ours = [game for game in games.TABLE_GAMES.values() if game.family is family]
        if ours:
            yield f"-# {w(f'family.{family}')}"
        for game in ours:
            name, needs = w(f"game.{game.key}.name"), _seats_and_minutes(game, w)
            if game is chosen:
                yield f"➤ **{name}** · {needs}\n> {w(f'game.{game.key}.blurb')}"
            else:
                yield f"· {name} · {needs}"


def _seats_and_minutes(game: type[Match], w: Words) -> str:
    """How many people a game needs, and how long it takes."""
    few, most = min(game.seat_counts), max(game.seat_counts)
    if most - few + 1 == len(game.seat_counts) and few != most:
        numbers = f"{few}–{most}"
    else:
        numbers = "/".join(map(str, game.seat_counts))
    return f"{w('welcome.players', numbers=numbers)} · {w('welcome.minutes', minutes=game.minutes)}"
