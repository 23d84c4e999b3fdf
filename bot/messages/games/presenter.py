"""The presenter interface, with defaults for any game.

A `Presenter` describes a game in messages, from views and public deal ends. It never waits and builds no Discord
objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final, Generic, Self, TypeVar

from bot import render
from bot.messages.parts.choices import Ask, Focus, Group, MoveChoice, Question
from bot.messages.parts.components import Style
from bot.messages.parts.message import Drawing
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from games import Event, Match, Move, Outcome, Tile, View
from games.core.events import DealBegan, Dealt, Drew, Lot, MatchBegan, Over, Paid, Scored, Shown
from games.core.moves import DRAW, PASS, PLAY
from games.core.view import DealEnd

from .lesson import LessonStep, SecondLesson

V = TypeVar("V", bound=View)
E = TypeVar("E", bound=DealEnd)

_OPENER: Final = "opener"
"""The reason of a lot that tells already who opens the first deal."""
_MEDALS: Final = ("🥇", "🥈", "🥉")
UNTOLD: Final = (Dealt, MatchBegan)
"""Events without a line of their own: the board shows each player's number of tiles."""

_SHOWN_OTHERWISE: Final = (Shown, Paid)
"""Events without a sentence at a deal's end: its picture shows the hands, and payments are summed."""

_NUMBERS: Final = ("number", "count", "points", "pips", "worth", "moves", "bid", "trump")
"""The fields of events with the number in their sentences; no event has two of them."""


NO_SIGNS: Final[Mapping[int, str]] = MappingProxyType({})

Fill = str | tuple[str, ...]
"""A value for the gaps of a text key: one part, or a part for each gap."""

Completes = Mapping[str, Iterable[Fill]]
"""Keys of texts with gaps (``event.{}.{}``), each with all values of its gaps."""


@dataclass(frozen=True)
class DealEndShown:
    """A deal's end, for all readers.

    :ivar lines: the events at its end.
    :ivar fields: further parts, each with a title and its lines.
    :ivar drawing: the table; None for a game without a public table.
    """

    lines: tuple[str, ...]
    fields: tuple[tuple[str, Sequence[str]], ...] = ()
    drawing: Drawing | None = None
    text_board: str = ""


@dataclass(frozen=True)
class Clash:
    """A tile where it does not fit, in words and a picture."""

    text: str
    drawing: Drawing | None = None


@dataclass(frozen=True)
class ReviewButton:
    """A button to see open tiles again.

    :ivar key: the key in the button's address.
    """

    key: str
    label: str
    emoji: str = ""


@dataclass(frozen=True)
class ReviewContent:
    """The content behind a `ReviewButton`: words, and any picture."""

    text: str
    drawing: Drawing | None = None


@dataclass(frozen=True)
class Round:
    """A round of a finished match; `side` is its winner, if any."""

    title: str
    last_deal: int
    side: int | None


class Presenter(Generic[V, E]):
    """The description of one game for one reader.

    :param automatic: the seats where the computer plays, for itself or for an absent player.
    :param signs: the last public sign of each seat; "" for a hidden one.
    """

    presents: ClassVar[tuple[str, ...]] = ()
    """The keys of the presented games."""
    emblem: ClassVar[render.Emblem] = render.Emblem.parse("65-@0,0")
    """A few tiles that represent the game in the menu."""

    table_beside_hand: ClassVar[bool] = True
    """Whether the picture of a player's hand also shows the relevant part of the table."""
    lesson: ClassVar[tuple[LessonStep, ...]] = ()
    """The lesson for beginners."""
    second_lesson: ClassVar[SecondLesson | None] = None
    """The lesson for players who know the rules."""
    linked_lesson: ClassVar[str] = ""
    """The key of such a lesson of another game, if it serves this one, too."""

    completes: ClassVar[Completes] = {"hand.only.{}": (DRAW.verb, PASS.verb, f"{DRAW.verb}_or_{PASS.verb}")}
    """The keys of texts that this class completes at run time, beside those of its base classes.

    The proofreading compares them with the texts.
    """

    def __init__(
        self,
        game: type[Match],
        reader: Reader,
        names: PlayerNames,
        automatic: frozenset[int] = frozenset(),
        signs: Mapping[int, str] = NO_SIGNS,
    ) -> None:
        self.game = game
        self.reader = reader
        self.names = names
        self.automatic = automatic
        self.signs = signs
        self.w = reader.words
        self.whole_table = False
        """Whether the picture of a hand shows all of the table, as no board is beside it."""

    # --- Texts on the board ----------------------------------------------------------------------------------------

    def facts(self, _view: V) -> list[str]:
        """Return short footer parts, identical for all readers."""
        return []

    def seat(self, view: V, seat: int) -> list[str]:
        """Return the texts after the name of a player."""
        unit = "board.chips" if self.game.info.chips else "board.points"
        return [self.w.count(unit, view.scores[self.side_of(seat)])]

    def remarks(self, _view: V) -> list[str]:
        """Return the lines below the latest events."""
        return []

    def tag(self, seat: int) -> str:
        """Return the text after a name in the lobby."""
        return f"**{render.PAIR_LETTERS[seat % self.game.info.teams]}**" if self.game.info.teams else ""

    def review_buttons(self, _view: V) -> tuple[ReviewButton, ...]:
        """Return the review buttons for board and hand."""
        return ()

    def review_content(self, _view: V, _key: str) -> ReviewContent | None:
        """Return a review button's content, from a spectator's view."""
        return None

    def calls(self, _view: V) -> tuple[Group, ...]:
        """Return the calls open to all players throughout a deal."""
        return ()

    def asking_calls(self, view: V) -> frozenset[str]:
        """Return the keys of calls that ask for confirmation."""
        does = (choice.does for group in self.calls(view) for choice in group.choices)
        return frozenset(one.key for one in does if isinstance(one, Ask))

    def call_label(self, view: V, key: str) -> str:
        """Return the label of the call with this question."""
        found = (choice.label for group in self.calls(view) for choice in group.choices if choice.does == Ask(key))
        return next(found, key)

    # --- Pictures --------------------------------------------------------------------------------------------------

    def in_pictures(self) -> Self:
        """Return this presenter with names as pictures draw them.

        Alternative texts keep the names as they are.
        """
        shown = copy(self)
        shown.names = self.names.in_pictures(self.w)
        return shown

    def with_whole_table(self) -> Self:
        """Return this presenter for hands without a board beside them."""
        shown = copy(self)
        shown.whole_table = True
        return shown

    def board(self, _view: V, _focus: Focus | None = None) -> Drawing | None:
        """Return the table picture; None without a public table."""
        return None

    def text_board(self, _view: V) -> str:
        """Return the table for a code block; "" if empty."""
        return ""

    def text_board_title(self) -> str:
        """Return the title of the text board."""
        return self.w("board.line")

    def description(self, _view: V) -> str:
        """Return the table in words."""
        return ""

    # --- The hand --------------------------------------------------------------------------------------------------

    def hand(self, _view: V, _focus: Focus | None = None) -> Drawing | None:
        """Return the reader's tiles; None if they have none."""
        return None

    def example_drawing(self) -> Drawing | None:
        """Return a small picture for the rules, if any."""
        return None

    def hand_description(self, _view: V) -> str:
        """Return the reader's tiles in words."""
        return ""

    def table_state(self, _view: V) -> str:
        """Return the table's state for the hand; "" if already shown."""
        return ""

    def waiting_note(self, _view: V) -> str:
        """Return a note for a waiting reader; "" for none."""
        return ""

    def at_stake(self, _view: V) -> str:
        """Return the reader's current gain or needed points; else ""."""
        return ""

    def has_meld_to_sign(self, _view: V) -> bool:
        """Return True if the reader holds a meld to signal."""
        return False

    def prompt(self, view: V) -> str:
        """Return the mover's instruction; "" if buttons are enough."""
        return self.w("hand.choose_tile") if self.playable(view) else self.draw_or_pass_text(view)

    def draw_or_pass_text(self, view: V) -> str:
        """Return the remark if only draw and pass remain."""
        moves = set(self.offered_moves(view))
        if not moves or not moves <= {DRAW, PASS}:
            return ""
        return self.w(f"hand.only.{'_or_'.join(move.verb for move in (DRAW, PASS) if move in moves)}")

    def offered_moves(self, view: V) -> tuple[Move, ...]:
        """Return the moves offered first, by default all."""
        return view.moves

    def playable(self, view: V) -> tuple[Tile, ...]:
        """Return the tiles of the hand that can be played."""
        able = {move.tile for move in self.offered_moves(view)}
        return tuple(tile for tile in view.hand if tile in able)

    def in_order(self, view: V) -> Sequence[Tile]:
        """Return the reader's tiles in display order."""
        return view.hand

    def choices(self, view: V) -> tuple[Group, ...]:
        """Return a choice for each playable tile and other move."""
        tiles = by_tile(self.offered_moves(view), PLAY, self.in_order(view))
        others = [move for move in self.offered_moves(view) if move.tile is None or move.verb != PLAY]
        return (
            Group(tuple(self.tile_choice(view, tile, ways) for tile, ways in tiles.items())),
            Group(tuple(MoveChoice(self.label(view, move), move, self.style_of(view, [move])) for move in others)),
        )

    def choices_by_place(self, _view: V) -> tuple[Group, ...]:
        """Return the choices grouped by place; () for none."""
        return ()

    def question(self, view: V, key: str) -> Question | None:
        """Return the question with this key, if any."""
        ways = self.distinct_moves(view, self.ways(view, key))
        if not ways:
            return None
        choices = tuple(
            MoveChoice(
                self.with_gain(view, self.place(view, move), move), move, self.style_of(view, [move], Style.MAIN)
            )
            for move in ways
        )
        focus = Focus(ways[0].tile, tuple(dict.fromkeys(move.at for move in ways)))
        return Question(self.w("hand.choose_place", tile=f"`{ways[0].tile}`"), (Group(choices),), focus)

    def queries(self, _view: V) -> tuple[MoveChoice, ...]:
        """Return questions about tiles, allowed at any time."""
        return ()

    def tile_choice(self, view: V, tile: Tile, ways: Sequence[Move]) -> MoveChoice:
        """Return a tile's only move, or a question."""
        ways = self.distinct_moves(view, ways)
        if len(ways) > 1:
            return MoveChoice(f"{tile} …", Ask(str(tile)), self.style_of(view, ways, Style.MAIN), tile)
        place = f" · {self.short_place(view, ways[0])}" if ways[0].at else ""
        label = self.with_gain(view, f"{tile}{place}", ways[0])
        return MoveChoice(label, ways[0], self.style_of(view, ways, Style.MAIN), tile)

    def distinct_moves(self, _view: V, ways: Sequence[Move]) -> list[Move]:
        """Return the moves without those equivalent to an earlier one."""
        return list(ways)

    def gain_text(self, _view: V, _move: Move) -> str:
        """Return a move's certain, immediate gain; "" for none."""
        return ""

    def match_winner(self, _view: V, _move: Move) -> int | None:
        """Return the side that certainly wins the match at once by a move."""
        return None

    def style_of(self, view: V, moves: Sequence[Move], usual: Style = Style.PLAIN) -> Style:
        """Return a button's style: green if a move wins, red if all lose."""
        own = self.side_of(view.seat or 0)
        winners = [self.match_winner(view, move) for move in moves]
        if own in winners:
            return Style.GO
        return usual if None in winners else Style.DANGER

    def with_gain(self, view: V, label: str, move: Move) -> str:
        """Return a button's label with its move's gain, or the winner."""
        brings, winner = self.gain_text(view, move), self.match_winner(view, move)
        if winner is not None and winner != self.side_of(view.seat or 0):
            brings = self.w.for_people("hand.brings.lost", self.people_a_side)
            brings = self.w(brings, name=self.plain_sides()[winner])
        elif winner is not None and not brings:
            brings = self.w("hand.brings.won")
        return f"{label} · {brings}" if brings else label

    def ways(self, view: V, key: str) -> list[Move]:
        """Return the moves with the tile of a question key."""
        return [move for move in self.offered_moves(view) if move.verb == PLAY and move.tile and str(move.tile) == key]

    def place(self, _view: V, move: Move) -> str:
        """Return a move's place, as the answer to a question."""
        return move.at

    def short_place(self, view: V, move: Move) -> str:
        """Return a move's place, short, to follow the tile."""
        return self.place(view, move)

    def label(self, _view: V, move: Move) -> str:
        """Return a move in a word or two."""
        if move.tile is not None:
            return f"{move.tile} · {move.at}" if move.at else str(move.tile)
        key = f"hand.button.{move.verb}"
        return self.w(key) if key in self.w else str(move)

    def move_text(self, view: V, move: Move) -> str:
        """Return any move in a few words, with its place."""
        if move.tile is None:
            return self.label(view, move)
        return f"{move.tile} · {self.short_place(view, move)}" if move.at or move.value else str(move.tile)

    def clash(self, _view: V, _move: Move) -> Clash | None:
        """Return the reason why a tile does not fit at its place; None if another rule forbids the move."""
        return None

    # --- Events ----------------------------------------------------------------------------------------------------

    def event_texts(self, events: Iterable[Event]) -> list[str]:
        """Return one line per event, merging consecutive draws."""
        return [line for event in self.merged_events(events) if (line := self.sentence(event)) is not None]

    def merged_events(self, events: Iterable[Event]) -> list[Event]:
        """Return the events, merging those that make one sentence."""
        lines: list[Event] = []
        for event in events:
            last = lines[-1] if lines else None
            if isinstance(last, Drew) and isinstance(event, Drew) and last.seat == event.seat:
                tiles, known_to = (*last.tiles, *event.tiles), last.known_to
                lines[-1] = Drew(last.seat, tiles, last.count + event.count, known_to)
            elif not (isinstance(last, Lot) and isinstance(event, DealBegan) and last.reason == _OPENER):
                lines.append(event)
        return lines

    def sentence(self, event: Event) -> str | None:
        """Return an event in words; None without a line."""
        if isinstance(event, UNTOLD):
            return None
        if isinstance(event, Over):
            return self.won_text(event.sides)
        key, values = self.key_of(event), self.values_of(event)
        if getattr(event, "side", None) is not None and not self.game.info.teams:  # a team has one name
            key = self.w.for_people(key, self.people_a_side)
        return self.w.count(key, number_of(event), **values) if self.w.is_counted(key) else self.w(key, **values)

    def term(self, _event: Event) -> str:
        """Return the key of an event's special term; "" for none."""
        return ""

    def is_in_count(self, _event: Event) -> bool:
        """Return True if the deal's count already includes the event."""
        return False

    def key_of(self, event: Event) -> str:
        """Return the most specific text key for an event."""
        if isinstance(event, Scored) and event.points < 0:
            return "event.scored.negative"
        exact = f"event.{event.kind}.{self.detail(event)}"
        return exact if exact in self.w else f"event.{event.kind}"

    def detail(self, event: Event) -> str:
        """Return the detail that selects an event's text."""
        return event.reason if isinstance(event, Lot | Scored) else ""

    def values_of(self, event: Event) -> dict[str, object]:
        """Return the values of the placeholders in an event's text."""
        values: dict[str, object] = {
            "number": number_of(event),
            "tiles": self.w.list([str(tile) for tile in event.tiles]),
        }
        side = getattr(event, "side", None)
        if side is not None:
            values["name"] = self.names.sides[side]
        elif event.seat is not None:
            values["name"] = self.names.spoken[event.seat]
        if event.tiles:
            values["tile"] = f"`{event.tiles[0]}`"
        return values

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def deal_end(self, ending: E) -> DealEndShown:
        """Return a deal's end for display."""
        return DealEndShown(
            tuple(self.event_texts(event for event in ending.events if not isinstance(event, _SHOWN_OTHERWISE)))
        )

    def sum_text(self, _ending: E, _side: int) -> str:
        """Return a side's points as terms: ``83 − 29``."""
        return ""

    def last_deal(self, ending: E) -> str:
        """Return a one-line deal end for people without the board."""
        return " ".join(self.deal_end(ending).lines)

    def late_call_text(self, _ending: E | None, _caller: int, _call: str) -> str:
        """Return the reason why a call came too late.

        `ending` is None if that was not the last deal.
        """
        return self.w("table.old_deal")

    def over_text(self, winners: Sequence[str]) -> str:
        """Return the winners, while the board is still shown."""
        if not winners:
            return self.w("event.over.nobody")
        if len(winners) == 1:
            return self.w(self.w.for_people("event.over", self.people_a_side), name=winners[0])
        return self.w("event.over.shared", names=self.w.list(winners))

    def won_text(self, winners: Iterable[int]) -> str:
        """Return the winning sides of a finished match."""
        return self.over_text([self.names.sides[side] for side in winners])

    def rounds(self, _match: Match) -> list[Round]:
        """Return a match's rounds, which restart scores; empty without any."""
        return []

    def standing_of(self, side: int, outcome: Outcome, rounds: Sequence[Round]) -> str:
        """Return a side's final result: rounds won, or score."""
        if not rounds:
            return self.score_text(outcome.scores[side])
        return self.w.count("summary.rounds_won", sum(one.side == side for one in rounds))

    def ranking(self, match: Match, outcome: Outcome) -> list[str]:
        """Return the sides from best to worst, a line each."""
        rounds = self.rounds(match)
        lines, place = [], 1
        for group in outcome.ranking:
            medal = _MEDALS[place - 1] if place <= len(_MEDALS) else "▫"
            for side in sorted(group):
                name, points = self.names.sides[side], self.standing_of(side, outcome, rounds)
                lines.append(f"{medal} {self.w('summary.place', place=place, name=name, points=points)}")
            place += len(group)
        return lines

    def score_text(self, score: int) -> str:
        """Return a score in words for the ranking."""
        return self.w.count("board.points", score)

    def plain_sides(self) -> list[str]:
        """Return the sides' plain names; teams have letters."""
        if self.game.info.teams:
            return [self.w("board.team", letter=letter) for letter in render.PAIR_LETTERS[: self.game.info.teams]]
        sides: list[list[str]] = [[] for _ in self.names.sides]
        for seat, name in enumerate(self.names.plain):
            sides[self.side_of(seat)].append(name)
        return [self.w.list(names) for names in sides]

    @property
    def people_a_side(self) -> int:
        """The number of players on each side."""
        return len(self.names.plain) // max(1, len(self.names.sides))

    def side_of(self, seat: int) -> int:
        """Return a seat's side; partners sit opposite."""
        return seat % len(self.names.sides)


def number_of(event: Event) -> int:
    """Return the number in an event's sentence, else 0."""
    return next((getattr(event, name) for name in _NUMBERS if hasattr(event, name)), 0)


def kinds(*events: type[Event]) -> tuple[str, ...]:
    """Return the names of event kinds in text keys."""
    return tuple(event.kind for event in events)


def by_tile(moves: Iterable[Move], verb: str, hand: Iterable[Tile] = ()) -> dict[Tile, list[Move]]:
    """Return a verb's moves by tile, in the hand's order if given."""
    found: dict[Tile, list[Move]] = {tile: [] for tile in hand}
    for move in moves:
        if move.tile is not None and move.verb == verb:
            found.setdefault(move.tile, []).append(move)
    return {tile: ways for tile, ways in found.items() if ways}
