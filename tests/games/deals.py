"""Deals set up by listing hands, and moves played by listing their texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

from games import Event, Match, Move, Tile
from games.core.match import FinishableMatch
from games.core.tiles import ALL_TILES
from games.core.view import DealtView

E = TypeVar("E", bound=Event)


def tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles that a text lists."""
    return tuple(Tile.parse(word) for word in text.split())


def of_kind(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def deal(*hands: str, boneyard: str = "") -> str:
    """Return a deal: the hands by seat, the boneyard in drawing order, then the other tiles."""
    named = [tile for text in (*hands, boneyard) for tile in tiles(text)]
    return " ".join(str(tile) for tile in [*named, *(tile for tile in ALL_TILES if tile not in named)])


def play(match: Match, moves: str) -> list[Event]:
    """Play moves in turn, each by the seat that is to move; what happened."""
    events = []
    for move in moves.split():
        (seat,) = match.actors()
        events += match.play(seat, move)
    return events


def texts(moves: tuple[Move, ...]) -> list[str]:
    """Return moves as their texts."""
    return [str(move) for move in moves]


def random_play(match: Match, rng: Random, plies: int) -> Iterator[tuple[int, Move]]:
    """Play random moves, at most `plies`, and yield each with its seat once it is played."""
    for _ in range(plies):
        if match.outcome:
            return
        seat = rng.choice(match.actors())
        move = rng.choice(match.moves(seat))
        match.play(seat, move)
        yield seat, move


def sensible_play(match: Match, rng: Random, plies: int) -> Iterator[Match]:
    """Play random moves without offences and wild gambles, at most `plies`, and yield the match after each."""
    for _ in range(plies):
        if match.outcome:
            return
        choices = [(seat, move) for seat in match.actors() for move in match.sensible_moves(seat)]
        match.play(*rng.choice(choices or [(seat, move) for seat in match.actors() for move in match.moves(seat)]))
        yield match


def advance(match: Match, rng: Random, plies: int) -> Match:
    """Return the match after some random moves, or at its end."""
    for _ in random_play(match, rng, plies):
        pass
    return match


def to_the_end(match: Match, rng: Random) -> Match:
    """Play a match at random to its end; let the table end it where it goes on for too long."""
    advance(match, rng, 20_000)
    if match.outcome is None and isinstance(match, FinishableMatch):
        match.finish()
    return match


def seats_of(match: Match) -> list[int | None]:
    """Return all viewers: a spectator and every seat."""
    return [None, *range(match.seats)]


def dealt_view(match: Match, seat: int | None = None) -> DealtView:
    """Return the view of a game with deals, a spectator's unless a seat is named."""
    view = match.view(seat)
    assert isinstance(view, DealtView)
    return view


def views(match: Match) -> str:
    """Return the public knowledge of a match as one text."""
    return json.dumps([match.view(seat).as_dict() for seat in seats_of(match)])


def everything(match: Match) -> tuple[str, list[Event], str]:
    """Return all answers of a match, to compare them before and after."""
    return match.record().text(), match.events.copy(), views(match)
