"""The ladder's own page: the progress in all games, or the rungs of one."""

from collections.abc import Iterator, Sequence

import discord

import games
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Kind, Select, SelectOption, Style
from bot.messages.parts.message import COLOUR, GOLD, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import star_text
from bot.messages.table.ladder import level_name, score
from bot.messages.welcome import Menu, taken_text
from bot.tables.ladder import WINS, Climb, Series, climb_of
from games import Match
from storage.matches import COMPUTER_LEVELS, Player


def ladder_message(reader: Reader, menu: Menu, game: type[Match] | None, running: str = "") -> Message:
    """Return the ladder of a game with a button to play, or an overview.

    :param running: the link to the match of the game that is being played, if any.
    """
    w = reader.words
    if game is None:
        embed = discord.Embed(colour=COLOUR, title=f"🪜 {w('ladder.title')}", description="\n".join(_overview(menu, w)))
        return Message(embed=embed, rows=((_select(menu, "", w),), (_back(menu, w),)))
    climb = _climb(menu, game.key)
    title = f"🪜 {w('ladder.title')} · {w(f'game.{game.key}.name')} {star_text(climb.stars)}"
    embed = discord.Embed(colour=COLOUR if climb.level else GOLD, title=title)
    embed.description = "\n".join(_of_game(climb, game, menu, running, w))
    return Message(
        embed=embed, rows=((*_play(climb, game, menu, running, w), _back(menu, w)), (_select(menu, game.key, w),))
    )


def _climb(menu: Menu, game: str) -> Climb:
    return menu.climbs.get(game) or climb_of(())


def _overview(menu: Menu, w: Words) -> Iterator[str]:
    yield w("ladder.about")
    yield ""
    for game in games.TABLE_GAMES:
        climb = _climb(menu, game)
        yield f"{star_text(climb.stars)} **{w(f'game.{game}.name')}**{_under_way(climb, w)}"


def _under_way(climb: Climb, w: Words) -> str:
    """Return the series that has begun on the next rung, or ""."""
    series = Series() if climb.level is None else climb.series[climb.level]
    begun = series != Series() or climb.running
    return f" · {level_name(climb.level, w)} {score(series)}" if climb.level is not None and begun else ""


def _of_game(climb: Climb, game: type[Match], menu: Menu, running: str, w: Words) -> Iterator[str]:
    yield from (_rung(level, climb, w) for level in reversed(COMPUTER_LEVELS))
    yield ""
    if running:
        yield w("ladder.running", link=running)
    elif climb.level is None:
        yield f"**{w('ladder.top')}**"
    elif menu.taken:
        yield taken_text(menu.taken, w, threads=menu.threads)
    yield f"-# {w('ladder.rules')}"
    if game.info.teams or game.info.signs:
        yield f"-# {w('ladder.partners')}"


def _rung(level: Player, climb: Climb, w: Words) -> str:
    series, name = climb.series[level], level_name(level, w)
    if series.is_won:
        return f"★ {name} · {score(series)}"
    if level != climb.level:
        return f"☆ {name}"
    lost = f" · {w('ladder.lost')}" if series.is_lost else ""
    return f"☆ **{name}** · **{score(series)}**{lost}"


def _play(climb: Climb, game: type[Match], menu: Menu, running: str, w: Words) -> Sequence[Button]:
    if climb.level is None or running:
        return ()
    series = climb.series[climb.level]
    number = 1 if series.is_lost else series.wins + series.losses + 1
    label = w("ladder.play", number=number, most=2 * WINS - 1, level=level_name(climb.level, w))
    address = ClickAddress(Kind.LADDER_PLAY, rest=menu.rest(game.key))
    return (Button(address, label, Style.GO, "🧵" if menu.taken else "", disabled=not menu.can_open),)


def _back(menu: Menu, w: Words) -> Button:
    return Button(ClickAddress(Kind.WELCOME, rest=menu.rest("", friends=False)), w("hand.button.back"))


def _select(menu: Menu, chosen: str, w: Words) -> Select:
    options = (
        SelectOption(w(f"game.{key}.name"), key, _described(_climb(menu, key), w), default=key == chosen)
        for key in games.TABLE_GAMES
    )
    return Select(ClickAddress(Kind.LADDER, rest=menu.rest(chosen)), tuple(options), w("welcome.choose"))


def _described(climb: Climb, w: Words) -> str:
    return f"{star_text(climb.stars)}{_under_way(climb, w)}"
