"""Presenters of trick games: seats, suits and tricks."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import ClassVar, Final, TypeVar

from bot import render
from bot.messages.parts.choices import Focus, Group, MoveChoice, ask_why
from bot.messages.parts.message import Drawing
from bot.render import BoneyardPanel, Pile, TrickSeat, TrickSide
from games import Event, Move, Tile
from games.core.events import Played, Scored, ScoreReason
from games.core.moves import PLAY
from games.core.tricks import Counted, PlayedOut, Trick, TrickTaken, TrickView, led_number
from games.core.view import DealEnd

from .dealt import DealtPresenter
from .presenter import Completes, DealEndShown, ReviewButton, ReviewContent, kinds, number_of

V = TypeVar("V", bound=TrickView)
E = TypeVar("E", bound=DealEnd)

_LAST_TRICK: Final = "trick"
_BY_ITSELF: Final = "scored for a trick"
"""The line kind of points scored for a trick, which are merged with the trick."""
_CALLS: Final = "called in the auction"
"""The line kind of bids and passes."""


class TrickPresenter(DealtPresenter[V, E]):
    """The base presenter of trick games; subclasses add sides and bids."""

    completes: ClassVar[Completes] = {
        "event.{}": kinds(Counted, PlayedOut),
        "event.{}.{}": ((Scored.kind, ScoreReason.MELD), (Scored.kind, ScoreReason.TRICK)),
    }

    calls_of_auction: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of events that make one line while an auction runs."""

    # --- For each game ---------------------------------------------------------------------------------------------

    def sides(self, _view: V) -> tuple[TrickSide, ...]:
        """Return the scores of the sides."""
        return ()

    def pile(self, _view: V) -> BoneyardPanel | None:
        """Return the boneyard shown with the trump tile, if any."""
        return None

    def call_text(self, _view: V, _seat: int) -> str:
        """Return a player's call while an auction runs."""
        return ""

    def highest_bidder(self, _view: V) -> int | None:
        """Return the highest caller during an auction."""
        return None

    def seats_out(self, _view: V) -> Sequence[int]:
        """Return the seats that sit the deal out."""
        return ()

    def led_suit(self, view: V) -> str:
        """Return the suit to follow; "" if any is allowed."""
        return self.w("board.tricks.led", number=led_number(view.table[0].tile, view.trump)) if view.table else ""

    def trumps(self, view: V) -> str:
        """Return the trumps in words; "" before they are known."""
        return "" if view.trump is None else self.w("board.tricks.trumps", number=view.trump)

    def centre(self, view: V) -> list[str]:
        """Return the lines in the table's centre."""
        return [part for part in (self.trumps(view), self.led_suit(view)) if part]

    # --- Pictures --------------------------------------------------------------------------------------------------

    def board(self, view: V, _focus: Focus | None = None) -> Drawing | None:
        shown = self.in_pictures()
        layings, centre, sides = shown._layings(view), shown.centre(view), shown.sides(view)  # noqa: SLF001
        paint = partial(render.trick, layings, centre=tuple(centre), sides=sides, boneyard=self.pile(view))
        return Drawing(paint, self.description(view))

    def text_board(self, view: V) -> str:
        return render.trick_text(self._layings(view), centre=self.centre(view), sides=self.sides(view))

    def description(self, view: V) -> str:
        laid = [f"{self.names.plain[one.seat]} {one.tile}" for one in view.table]
        calls = [(name, self.call_text(view, seat)) for seat, name in enumerate(self.names.plain)]
        parts = [
            "; ".join(self.centre(view)),
            self.w("alt.tricks.laid", tiles=", ".join(laid)) if laid else "",
            self._winner_text(view, self.names.plain),
            ", ".join(f"{name}: {call}" for name, call in calls if call),
            "; ".join(f"{side.name}: {side.tally.score}, {side.text}" for side in self.sides(view)),
            "; ".join(f"{name}: {view.counts[seat]}" for seat, name in enumerate(self.names.plain)),
        ]
        return ". ".join(part for part in parts if part)

    def _layings(self, view: V) -> tuple[TrickSeat, ...]:
        """Return each seat with its tile of the latest trick."""
        over = view.last_trick if not view.table else None
        laid = {one.seat: one.tile for one in (over.laid if over else view.table)}
        marked = over.taker if over else view.winning if view.table else self.highest_bidder(view)
        return tuple(
            TrickSeat(
                name,
                self.side_of(seat),
                self.letter(seat),
                view.counts[seat],
                laid=laid.get(seat),
                call="" if laid else self.call_text(view, seat),
                is_lit=seat in view.actors,
                leads=bool(view.table) and seat == view.leader,
                is_marked=seat == marked,
                sits_out=seat in self.seats_out(view),
                is_over=over is not None,
            )
            for seat, name in enumerate(self.names.plain)
        )

    def _winner_text(self, view: V, names: Sequence[str], mark: str = "") -> str:
        """Return the latest trick's current winner; "" without tiles."""
        over = view.last_trick if not view.table else None
        seat = over.taker if over else view.winning
        if seat is None:
            return ""
        tile = dict(over.laid if over else view.table)[seat]
        key = "board.tricks.took" if over else "board.tricks.winning"
        return self.w(key, name=names[seat], tile=f"{mark}{tile}{mark}")

    def letter(self, seat: int) -> str:
        """Return the seat's team letter; "" without teams."""
        return render.PAIR_LETTERS[self.side_of(seat)] if self.game.info.teams else ""

    def text_board_title(self) -> str:
        return self.w("board.tricks.trick")

    # --- Looking again ---------------------------------------------------------------------------------------------

    def review_buttons(self, view: V) -> tuple[ReviewButton, ...]:
        if view.last_trick is None:
            return ()
        return (ReviewButton(_LAST_TRICK, self.w("board.button.last_trick"), "🔍"),)

    def review_content(self, view: V, key: str) -> ReviewContent | None:
        trick = view.last_trick
        if key != _LAST_TRICK or trick is None:
            return None
        tiles, names = dict(trick.laid), self.in_pictures().names.plain
        layings = tuple(
            TrickSeat(
                name,
                self.side_of(seat),
                self.letter(seat),
                0,
                laid=tiles.get(seat),
                leads=seat == trick.laid[0].seat,
                is_marked=seat == trick.taker,
                sits_out=seat not in tiles,
            )
            for seat, name in enumerate(names)
        )
        laid = ", ".join(f"{self.names.spoken[one.seat]} `{one.tile}`" for one in trick.laid)
        text = f"{self.w('alt.tricks.laid', tiles=laid)}. {self.trick_text(trick)}"
        taker = (names[trick.taker], self.w("board.tricks.takes"))
        return ReviewContent(text, Drawing(partial(render.trick, layings, centre=taker), re.sub(r"[*`\\]", "", text)))

    def trick_text(self, trick: Trick) -> str:
        """Return a trick's winner, tile and points."""
        seats, tiles = zip(*trick.laid, strict=True)
        event = TrickTaken(trick.taker, tiles, trick.points, seats)
        return self.w.count("event.trick", trick.points, **self.values_of(event))

    # --- The hand --------------------------------------------------------------------------------------------------

    def hand(self, view: V, focus: Focus | None = None) -> Drawing | None:
        if not view.hand:
            return None
        trumps, _ = by_suits(view.hand, view.trump)
        paint = partial(
            render.hand,
            self.in_order(view),
            playable=frozenset(self.playable(view)),
            dimmed=bool(self.draw_or_pass_text(view)),
            chosen=focus.tile if focus else None,
            judged=focus.judged_tiles if focus else (),
            above=self.in_pictures()._trick_above(view),  # noqa: SLF001
            large=self.reader.board == "large",
            trumps=len(trumps),
            numbers=self.numbers(view),
        )
        return Drawing(paint, f"{self._trick_above_description(view)} {self.hand_description(view)}".lstrip())

    def _trick_above(self, view: V) -> render.TrickAbove | None:
        """Return the running trick, else the last one."""
        layings = self._layings(view)
        over = view.last_trick if not view.table else None
        order = [one.seat for one in (over.laid if over else view.table)]
        return render.TrickAbove(tuple(layings[seat] for seat in order)) if order else None

    def _trick_above_description(self, view: V) -> str:
        strip = self._trick_above(view)
        if strip is None:
            return ""
        laid = ", ".join(f"{one.name} {one.laid}" for one in strip.layings)
        return f"{self.w('alt.tricks.laid', tiles=laid)}. {self._winner_text(view, self.names.plain)}."

    def suits(self, view: V) -> list[str]:
        """Return the trick's remarks above the hand, without its winner."""
        return self.centre(view)

    def table_state(self, view: V) -> str:
        parts = [*self.suits(view), self._winner_text(view, self.names.spoken, "`")]
        text = " · ".join(part for part in parts if part)
        return f"{text[0].upper()}{text[1:]}." if text else ""

    def in_order(self, view: V) -> Sequence[Tile]:
        return tuple(tile for suit in by_suits(view.hand, view.trump) for tile in suit)

    def numbers(self, _view: V) -> tuple[int, ...]:
        """Return the count of each number in hand, if relevant."""
        return ()

    def prompt(self, view: V) -> str:
        if not self.playable(view):
            return self.draw_or_pass_text(view)
        return self.w("hand.choose_tile" if view.table else "hand.tricks.lead")

    def choices(self, view: V) -> tuple[Group, ...]:
        """Return the tiles in hand order, other moves, illegal tiles."""
        tiles, others = super().choices(view)
        return (tiles, others, self._illegal_tiles(view))

    def _illegal_tiles(self, view: V) -> Group:
        """Return the illegal tiles, whose buttons explain the reason."""
        playable = self.playable(view)
        barred = [tile for tile in dict.fromkeys(self.in_order(view)) if playable and tile not in playable]
        choices = tuple(MoveChoice(str(tile), ask_why(Move(PLAY, tile)), tile=tile) for tile in barred)
        return Group(choices, select=self.w("hand.tricks.why_not"))

    # --- Events ----------------------------------------------------------------------------------------------------

    def event_texts(self, events: Iterable[Event]) -> list[str]:
        """Return the events, one line per trick or auction round."""
        lines: list[str] = []
        groups = [(kind, list(group)) for kind, group in groupby(events, key=self._line_of)]
        for number, (kind, group) in enumerate(groups):
            after = groups[number + 1][0] if number + 1 < len(groups) else ""
            before = groups[number - 1][0] if number else ""
            if kind == Played.kind:
                lines += [] if after == TrickTaken.kind else [self._laid_text(group)]
            elif kind == _CALLS:
                lines.append(self._calls(group))
            elif kind == TrickTaken.kind:
                lines += [self._trick(event, by_itself=after == _BY_ITSELF) for event in group]
            elif kind != _BY_ITSELF or before != TrickTaken.kind:
                lines += super().event_texts(group)
        return lines

    def _line_of(self, event: Event) -> str:
        """Return the key of the line that an event joins."""
        if isinstance(event, self.calls_of_auction):
            return _CALLS
        if isinstance(event, Scored) and event.reason is ScoreReason.TRICK:
            return _BY_ITSELF
        return event.kind

    def _laid_text(self, played: Sequence[Event]) -> str:
        """Return the tiles of an unfinished trick in words."""
        tiles = ", ".join(f"{self.names.spoken[event.seat or 0]} `{event.tiles[0]}`" for event in played)
        return self.w("alt.tricks.laid", tiles=tiles)

    def _calls(self, calls: Sequence[Event]) -> str:
        return self.auction([(event.seat or 0, self.call_of(event)) for event in calls])

    def auction(self, calls: Sequence[tuple[int, str]]) -> str:
        """Return the calls in order, so that bids visibly rise."""
        return self.w(
            "board.tricks.calls", calls=" → ".join(f"{self.names.spoken[seat]} {call}" for seat, call in calls)
        )

    def call_of(self, event: Event) -> str:
        """Return a call in the auction in a word."""
        return str(number_of(event))

    def _trick(self, event: Event, *, by_itself: bool) -> str:
        values = self.values_of(event)
        if by_itself:
            return self.w("board.tricks.plain", **values)
        return self.w.count("event.trick", number_of(event), **values)

    def values_of(self, event: Event) -> dict[str, object]:
        values = super().values_of(event)
        if isinstance(event, TrickTaken):
            values["tile"] = f"`{event.tiles[event.seats.index(event.seat)]}`"
        return values

    # --- The end of a deal -----------------------------------------------------------------------------------------

    def with_piles(
        self, lines: Sequence[str], rows: Sequence[Pile], drawn: Sequence[Pile] | None = None
    ) -> DealEndShown:
        """Return a deal's end with the tiles of each side.

        :param drawn: the rows for the picture, if they are named after players.
        """
        text = self.piles_description(rows)
        drawing = Drawing(partial(render.piles, rows if drawn is None else drawn), text)
        return DealEndShown(tuple(lines), drawing=drawing, text_board=text)

    def piles_description(self, rows: Sequence[Pile]) -> str:
        """Return each side's count tiles and arithmetic in words."""
        return " ".join(
            self.w(
                "alt.tricks.pile",
                name=row.name,
                tiles=", ".join(map(str, row.counting)) or "—",
                points=row.text,
            )
            for row in rows
        )


def by_suits(hand: Sequence[Tile], trump: int | None) -> tuple[list[Tile], list[Tile]]:
    """Return the trumps and the other tiles of a hand.

    Suits are sorted from the highest, each with its double first.
    """

    def rank(tile: Tile, number: int) -> tuple[int, bool, int]:
        return -number, not tile.is_double, -tile.other(number)

    trumps = [tile for tile in hand if trump is not None and tile.has(trump)]
    others = [tile for tile in hand if tile not in trumps]
    return (
        sorted(trumps, key=lambda tile: rank(tile, trump or 0)),
        sorted(others, key=lambda tile: rank(tile, tile.high)),
    )
