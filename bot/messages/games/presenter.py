"""How a game is shown, told and asked: the interface, with what holds for any game as its defaults.

A presenter is made with its reader and the names at the table. It sees views and what everybody may know of a deal's
end, waits for nothing and builds nothing of Discord's; what it gives back is put into messages by others.
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
from games.core.events import Dealt, Drew, Lot, MatchBegan, Over, Paid, Scored, Shown
from games.core.moves import DRAW, PASS, PLAY
from games.core.view import DealEnd

from .lesson import LessonStep

V = TypeVar("V", bound=View)
E = TypeVar("E", bound=DealEnd)

_MEDALS: Final = ("🥇", "🥈", "🥉")
UNTOLD: Final = (Dealt, MatchBegan)
"""Events without a line of their own: everybody sees how many tiles each player has."""

_SHOWN_OTHERWISE: Final = (Shown, Paid)
"""Events that get no sentence at a deal's end: its picture shows the hands, and payments are added up."""

_NUMBERS: Final = ("number", "count", "points", "pips", "worth", "moves", "bid", "trump")
"""The fields of events that hold the number that their sentences tell; no event has two of them."""


NO_SIGNS: Final[Mapping[int, str]] = MappingProxyType({})

Fill = str | tuple[str, ...]
"""What completes the key of a text while the code runs: one part, or a part for each gap."""

Completes = Mapping[str, Iterable[Fill]]
"""Keys of texts with gaps (``event.{}.{}``), each with everything that may fill them."""


@dataclass(frozen=True)
class DealEndShown:
    """How a deal ended, for all to see.

    :ivar lines: what happened at its end.
    :ivar fields: further parts, each with a title and its lines.
    :ivar drawing: what lay on the table; None for a game of which nothing is to be seen.
    :ivar letters: the same in letters.
    """

    lines: tuple[str, ...]
    fields: tuple[tuple[str, Sequence[str]], ...] = ()
    drawing: Drawing | None = None
    letters: str = ""


@dataclass(frozen=True)
class Look:
    """Something that lies open and can be looked at again, by players and spectators alike.

    :ivar key: what it is, for the address of its button.
    """

    key: str
    label: str
    emoji: str = ""


@dataclass(frozen=True)
class Looked:
    """What is seen there: in words, and as a picture if it is one."""

    text: str
    drawing: Drawing | None = None


@dataclass(frozen=True)
class Round:
    """A round of a match that is over: `side` has won it, or nobody (None).

    :ivar last_deal: the number of its last deal.
    """

    title: str
    last_deal: int
    side: int | None


class Presenter(Generic[V, E]):
    """How one game looks to one reader.

    :param game: the class of its matches.
    :param automatic: the seats in which the computer plays, for itself or for somebody who is away.
    :param signs: the last sign of each seat that everybody has seen; "" for one that was not shown.
    """

    presents: ClassVar[tuple[str, ...]] = ()
    """The keys of the games that look so."""
    emblem: ClassVar[render.Emblem] = render.Emblem.parse("65-@0,0")
    """A few tiles that stand for the game in the menu."""

    table_beside_hand: ClassVar[bool] = True
    """Whether the picture of the hand of a player to move shows what they need to see of the table, too."""
    lesson: ClassVar[tuple[LessonStep, ...]] = ()
    """How a beginner is taught the game."""

    completes: ClassVar[Completes] = {"hand.only.{}": (DRAW.verb, PASS.verb, f"{DRAW.verb}_or_{PASS.verb}")}
    """The keys of texts that this look completes while it runs, beside those of the looks that it is built on; the
    proofreading compares them with the texts."""

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

    # --- Words on the board ----------------------------------------------------------------------------------------

    def facts(self, _view: V) -> list[str]:
        """What stands in the footer: short, and true for everybody."""
        return []

    def seat(self, view: V, seat: int) -> list[str]:
        """What stands behind the name of a player."""
        unit = "board.chips" if self.game.info.chips else "board.points"
        return [self.w.count(unit, view.scores[self.side_of(seat)])]

    def remarks(self, _view: V) -> list[str]:
        """What is said below the last happenings."""
        return []

    def tag(self, seat: int, _seats: int) -> str:
        """What stands behind a name in the lobby, by how many sit there: the letter of a team; "" for nothing."""
        return f"**{render.PAIR_LETTERS[seat % self.game.info.teams]}**" if self.game.info.teams else ""

    def looks(self, _view: V) -> tuple[Look, ...]:
        """What anybody may look at again, by buttons on the board and in the hand."""
        return ()

    def looked(self, _view: V, _key: str) -> Looked | None:
        """What is seen there, from a spectator's view; None if there is no such thing now."""
        return None

    def calls(self, _view: V) -> tuple[Group, ...]:
        """What anybody at the table may call at any time; they stand open on the board and hold for the deal."""
        return ()

    def asking_calls(self, view: V) -> frozenset[str]:
        """Return the keys of the calls that ask before they count."""
        does = (choice.does for group in self.calls(view) for choice in group.choices)
        return frozenset(one.key for one in does if isinstance(one, Ask))

    def call_named(self, view: V, key: str) -> str:
        """What stands on the button of a call that asks the question of this key."""
        found = (choice.label for group in self.calls(view) for choice in group.choices if choice.does == Ask(key))
        return next(found, key)

    # --- Pictures --------------------------------------------------------------------------------------------------

    def in_pictures(self) -> Self:
        """Return this presenter with the names as pictures draw them; alternative texts have the names as they are."""
        shown = copy(self)
        shown.names = self.names.in_pictures(self.w)
        return shown

    def board(self, _view: V, _focus: Focus | None = None) -> Drawing | None:
        """What lies on the table; None for a game of which nothing is to be seen."""
        return None

    def letters(self, _view: V) -> str:
        """What lies on the table in letters, for a block of code; "" where nothing does."""
        return ""

    def letters_title(self) -> str:
        """What stands above the table in letters."""
        return self.w("board.line")

    def described(self, _view: V) -> str:
        """What lies on the table, in words."""
        return ""

    # --- The hand --------------------------------------------------------------------------------------------------

    def hand(self, _view: V, _focus: Focus | None = None) -> Drawing | None:
        """The reader's own tiles; None where there are none."""
        return None

    def example_drawing(self) -> Drawing | None:
        """A small picture that stands beside the rules; None if there is none."""
        return None

    def hand_described(self, _view: V) -> str:
        """The reader's own tiles, in words."""
        return ""

    def standing(self, _view: V) -> str:
        """What lies on the table, in a sentence for the hand; "" where its picture or its prompt says enough."""
        return ""

    def aside(self, _view: V) -> str:
        """What a waiting reader is told besides that they have to wait; "" for nothing."""
        return ""

    def at_stake(self, _view: V) -> str:
        """What the reader plays for: what the deal would bring them now, or what is needed; "" for nothing."""
        return ""

    def is_to_sign(self, _view: V) -> bool:
        """Whether the reader holds what partners make their secret signs for."""
        return False

    def prompt(self, view: V) -> str:
        """What the reader is asked to do, whose turn it is; "" where the buttons say it all."""
        return self.w("hand.choose_tile") if self.playable(view) else self.without_tile(view)

    def without_tile(self, view: V) -> str:
        """The sentence that the reader can only draw or pass now; "" where they can do anything else."""
        moves = set(self.proper(view))
        if not moves or not moves <= {DRAW, PASS}:
            return ""
        return self.w(f"hand.only.{'_or_'.join(move.verb for move in (DRAW, PASS) if move in moves)}")

    def proper(self, view: V) -> tuple[Move, ...]:
        """The moves that are offered at once: all of them, unless a game asks for some in a second step."""
        return view.moves

    def playable(self, view: V) -> tuple[Tile, ...]:
        """The tiles of the hand that can be played."""
        able = {move.tile for move in self.proper(view)}
        return tuple(tile for tile in view.hand if tile in able)

    def in_order(self, view: V) -> Sequence[Tile]:
        """The reader's own tiles as they stand in the picture of the hand; the buttons have the same order."""
        return view.hand

    def choices(self, view: V) -> tuple[Group, ...]:
        """What the reader may do: a button for each tile that they may play, and one for each move without a tile."""
        tiles = by_tile(self.proper(view), PLAY, self.in_order(view))
        others = [move for move in self.proper(view) if move.tile is None or move.verb != PLAY]
        return (
            Group(tuple(self.tile_choice(view, tile, ways) for tile, ways in tiles.items())),
            Group(tuple(MoveChoice(self.label(view, move), move) for move in others)),
        )

    def choices_by_place(self, _view: V) -> tuple[Group, ...]:
        """The same with headings: each tile below the name of every place that it can go to; () if there are none."""
        return ()

    def question(self, view: V, key: str) -> Question | None:
        """What is asked under this key; None if nothing is."""
        ways = self.distinct(view, self.ways(view, key))
        if not ways:
            return None
        choices = tuple(
            MoveChoice(self.bringing(view, self.place(view, move), move), move, Style.MAIN) for move in ways
        )
        focus = Focus(ways[0].tile, tuple(dict.fromkeys(move.at for move in ways)))
        return Question(self.w("hand.choose_place", tile=f"`{ways[0].tile}`"), (Group(choices),), focus)

    def queries(self, _view: V) -> tuple[MoveChoice, ...]:
        """Questions that the reader may open about their tiles at any time, also while others move. None is a move."""
        return ()

    def tile_choice(self, view: V, tile: Tile, ways: Sequence[Move]) -> MoveChoice:
        """A tile that can be played in one way is played by the click; with several it asks which."""
        ways = self.distinct(view, ways)
        if len(ways) > 1:
            return MoveChoice(f"{tile} …", Ask(str(tile)), Style.MAIN, tile)
        place = f" · {self.beside(view, ways[0])}" if ways[0].at else ""
        return MoveChoice(self.bringing(view, f"{tile}{place}", ways[0]), ways[0], Style.MAIN, tile)

    def distinct(self, _view: V, ways: Sequence[Move]) -> list[Move]:
        """The moves without those that are equivalent to an earlier one."""
        return list(ways)

    def brings(self, _view: V, _move: Move) -> str:
        """What a move is certain to bring at once, short; "" where the rules leave that open or it brings nothing."""
        return ""

    def bringing(self, view: V, label: str, move: Move) -> str:
        """The label of a button with what its move brings."""
        brings = self.brings(view, move)
        return f"{label} · {brings}" if brings else label

    def ways(self, view: V, key: str) -> list[Move]:
        """The moves that lay the tile named by a question's key."""
        return [move for move in self.proper(view) if move.verb == PLAY and move.tile and str(move.tile) == key]

    def place(self, _view: V, move: Move) -> str:
        """Where a move lays its tile, as the answer to a question."""
        return move.at

    def beside(self, view: V, move: Move) -> str:
        """Where a move lays its tile, said beside the tile; short."""
        return self.place(view, move)

    def label(self, _view: V, move: Move) -> str:
        """A move in a word or two, whatever it is."""
        if move.tile is not None:
            return f"{move.tile} · {move.at}" if move.at else str(move.tile)
        key = f"hand.button.{move.verb}"
        return self.w(key) if key in self.w else str(move)

    # --- What happened ---------------------------------------------------------------------------------------------

    def event_texts(self, events: Iterable[Event]) -> list[str]:
        """What happened in words, one line each; several tiles drawn in succession by one player make one line."""
        return [line for event in self.condensed(events) if (line := self.sentence(event)) is not None]

    def condensed(self, events: Iterable[Event]) -> list[Event]:
        """The events; those that make one sentence are put together."""
        lines: list[Event] = []
        for event in events:
            last = lines[-1] if lines else None
            if isinstance(last, Drew) and isinstance(event, Drew) and last.seat == event.seat:
                tiles, known_to = (*last.tiles, *event.tiles), last.known_to
                lines[-1] = Drew(last.seat, tiles, last.count + event.count, known_to)
            else:
                lines.append(event)
        return lines

    def sentence(self, event: Event) -> str | None:
        """One event in words; None for what is not worth a line."""
        if isinstance(event, UNTOLD):
            return None
        if isinstance(event, Over):
            return self.over([self.names.sides[side] for side in event.sides])
        key, values = self.key_of(event), self.values_of(event)
        if getattr(event, "side", None) is not None and not self.game.info.teams:  # a team has one name
            key = self.w.for_people(key, self.people_a_side)
        return self.w.count(key, number_of(event), **values) if self.w.is_counted(key) else self.w(key, **values)

    def term(self, _event: Event) -> str:
        """The key of the special word that the sentence of an event uses and that is explained once; "" for none."""
        return ""

    def in_count(self, _event: Event) -> bool:
        """Whether an event stands in the count of the deal that it ended, and need not stand on the board too."""
        return False

    def key_of(self, event: Event) -> str:
        """The key of the most specific text for an event."""
        if isinstance(event, Scored) and event.points < 0:
            return "event.scored.negative"
        exact = f"event.{event.kind}.{self.detail(event)}"
        return exact if exact in self.w else f"event.{event.kind}"

    def detail(self, event: Event) -> str:
        """What the text of an event depends on besides its kind."""
        return event.reason if isinstance(event, Lot | Scored) else ""

    def values_of(self, event: Event) -> dict[str, object]:
        """What fills the text of an event."""
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
        """How a deal ended."""
        return DealEndShown(
            tuple(self.event_texts(event for event in ending.events if not isinstance(event, _SHOWN_OTHERWISE)))
        )

    def sum_of(self, _ending: E, _side: int) -> str:
        """What the points that a deal's end brought a side are the sum of, such as ``83 − 29``; "" for nothing."""
        return ""

    def last_deal(self, ending: E) -> str:
        """How a deal ended, in one line for people who do not see the board."""
        return " ".join(self.deal_end(ending).lines)

    def came_second(self, _ending: E | None, _caller: int, _call: str) -> str:
        """Why a call did not count: its deal had already ended. `ending` is None if that was not the last deal."""
        return self.w("table.old_deal")

    def over(self, winners: Sequence[str]) -> str:
        """Who won the match, while its board is still there."""
        if not winners:
            return self.w("event.over.nobody")
        if len(winners) == 1:
            return self.w(self.w.for_people("event.over", self.people_a_side), name=winners[0])
        return self.w("event.over.shared", names=self.w.list(winners))

    def won(self, winners: Iterable[int]) -> str:
        """Which sides won the match, when it is over."""
        names = [self.names.sides[side] for side in winners]
        if not names:
            return self.w("event.over.nobody")
        if len(names) == 1:
            return self.w(self.w.for_people("summary.match.won", self.people_a_side), name=names[0])
        return self.w("summary.match.shared", names=self.w.list(names))

    def rounds(self, _match: Match) -> list[Round]:
        """The rounds of a match that is over, in each of which scores start again from zero; empty if they never do."""
        return []

    def standing_of(self, side: int, outcome: Outcome, rounds: Sequence[Round]) -> str:
        """What a side has in the end: how many rounds it has won, or its score."""
        if not rounds:
            return self.scored(outcome.scores[side])
        return self.w.count("summary.rounds_won", sum(one.side == side for one in rounds))

    def ranking(self, match: Match, outcome: Outcome) -> list[str]:
        """The sides from best to worst, a line each."""
        rounds = self.rounds(match)
        lines, place = [], 1
        for group in outcome.ranking:
            medal = _MEDALS[place - 1] if place <= len(_MEDALS) else "▫"
            for side in sorted(group):
                name, points = self.names.sides[side], self.standing_of(side, outcome, rounds)
                lines.append(f"{medal} {self.w('summary.place', place=place, name=name, points=points)}")
            place += len(group)
        return lines

    def scored(self, score: int) -> str:
        """A score in words, as the ranking tells it."""
        return self.w.count("summary.points", score)

    def plain_sides(self) -> list[str]:
        """The names of the sides without markup: of teams their letters."""
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
        """The side of a seat: partners sit opposite, so sides follow each other round the table."""
        return seat % len(self.names.sides)


def number_of(event: Event) -> int:
    """The number that the sentence of an event tells; 0 if it tells none."""
    return next((getattr(event, name) for name in _NUMBERS if hasattr(event, name)), 0)


def kinds(*events: type[Event]) -> tuple[str, ...]:
    """The names of kinds of events, as the keys of their texts have them."""
    return tuple(event.kind for event in events)


def by_tile(moves: Iterable[Move], verb: str, hand: Iterable[Tile] = ()) -> dict[Tile, list[Move]]:
    """The moves of a verb for each tile that has any: in the order of the hand, if there is one, else of the moves."""
    found: dict[Tile, list[Move]] = {tile: [] for tile in hand}
    for move in moves:
        if move.tile is not None and move.verb == verb:
            found.setdefault(move.tile, []).append(move)
    return {tile: ways for tile, ways in found.items() if ways}
