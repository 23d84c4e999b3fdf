"""Seventy-Nine: auction, trumps, Nel-O, count tiles and scoring."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar, Final, TypeGuard

from bot import render
from bot.messages.parts.choices import Group, MoveChoice
from bot.messages.parts.components import Style
from bot.messages.parts.message import Drawing
from bot.messages.parts.text import bold
from bot.render import PanelCounting, PanelTally, Pile, TrickSide
from games import Event, Move, Tile
from games.core.events import Lot, Passed, Scored, ScoreReason
from games.core.moves import PASS
from games.core.tiles import HIGHEST
from games.core.tricks import Counted
from games.seventy_nine.match import AllPassed, AuctionOver, Bid, Made, Missed, Shaker, SitOut, TrumpNamed
from games.seventy_nine.suits import ALL_POINTS, COUNTS, DOUBLES_SUIT
from games.seventy_nine.view import SeventyNineDealEnd, SeventyNinePhase, SeventyNineView

from .lesson import LessonStep, SecondLesson, refused, right, wrong
from .presenter import Completes, DealEndShown, ReviewButton, ReviewContent, kinds
from .tricks import TrickPresenter

_NELLO: Final = "nello"
_TAKEN: Final = "taken"
_COUNTINGS: Final = {"points": PanelCounting.RACE, "tricks": PanelCounting.MARKS, "marks": PanelCounting.STROKES}
_HIGH_BIDS: Final = 65
"""The least bid of the second select: thirty do not fit into one."""


_DEAL: Final = "6-6 6-5 6-4 5-5 4-1 6-6 3-2 2-1 0-0 ..."
_BID: Final = "bid=50, pass, pass, pass, pass, bid=55"

_STRONG: Final = "6-6 6-6 6-5 6-5 6-1 5-5 4-1 3-0 1-0 ..."
_FOUR_TRICKS: Final = (
    "6-6, 2-1, 3-3, 4-4, 5-4, 6-3, 6-6, 2-1, 3-3, 4-4, 5-3, 6-3, "
    "6-5, 2-0, 3-2, 4-3, 5-3, 6-2, 6-5, 2-0, 3-2, 4-3, 5-2, 6-2"
)
_WEAK: Final = (
    "5-5 5-3 4-4 4-2 3-1 2-2 2-0 1-0 0-0  4-3 4-3 3-3 3-2 2-1 1-1 1-0 0-0 5-0  6-6 6-6 6-5 6-5 6-4 6-3 5-1 4-0 3-0 ..."
)
_PARTNERS: Final = "pass, bid=60, pass, pass, pass, pass, trump=6"


class SeventyNinePresenter(TrickPresenter[SeventyNineView, SeventyNineDealEnd]):
    """The presenter of Seventy-Nine."""

    presents = ("seventy_nine",)
    emblem = render.Emblem.parse("65|@0,0 63|@1.1,0 62|@2.2,0 66|!@4,0 61|@5.1,0 60|@6.2,0")
    lesson = (
        LessonStep("bid", _DEAL, "bid=50, pass, pass, pass, pass", (refused("bid=50"), right("bid=55"))),
        LessonStep("trump", _DEAL, _BID, (right("trump=6"), wrong("trump=0"))),
        LessonStep("lead", _DEAL, f"{_BID}, trump=6", (right("6-6"), wrong("2-1"))),
        LessonStep("end", _DEAL, f"{_BID}, trump=6", facts={"target": 250, "bid": 55}),
    )
    second_lesson = SecondLesson(
        "bidding",
        (
            LessonStep(
                "promise",
                _STRONG,
                "bid=50, pass, bid=52, pass, pass",
                (refused("bid=52"), right("bid=60", promise=60)),
                {"highest": 52, "whole": 79},
            ),
            LessonStep(
                "partner",
                _WEAK,
                "pass, bid=60, pass, pass, pass",
                (right("pass", promise=60), wrong("bid=65", promise=65)),
                {"highest": 60},
            ),
            LessonStep(
                "read",
                _STRONG,
                "bid=50, pass, bid=52, pass, pass, bid=60, trump=6",
                (wrong(), right(then=_FOUR_TRICKS, tricks=4), wrong()),
            ),
            LessonStep(
                "give",
                _WEAK,
                f"{_PARTNERS}, 6-6, 1-1, 4-1, 6-0",
                (right("5-5", then="0-0", worth=16), wrong("2-0", then="0-0", worth=6)),
            ),
            LessonStep("end", _WEAK, f"{_PARTNERS}, 6-6, 1-1, 4-1, 6-0, 5-5, 0-0", facts={"highest": 60}),
        ),
    )
    calls_of_auction = (Bid, Passed)
    completes: ClassVar[Completes] = {
        "option.seventy_nine.scoring.{}": tuple(_COUNTINGS),
        "event.{}": kinds(Shaker, Bid, AllPassed, AuctionOver, TrumpNamed, SitOut, Made, Missed),
        "event.{}.{}": (
            (Lot.kind, "shaker"),
            *((kind, _NELLO) for kind in kinds(AuctionOver, Bid, Made, Missed)),
            *((Scored.kind, why) for why in (ScoreReason.MARK, ScoreReason.NELLO)),
            (Missed.kind, Scored.kind),
        ),
    }

    # --- Texts on the board ----------------------------------------------------------------------------------------

    def facts(self, view: SeventyNineView) -> list[str]:
        counts = [f"{side.name} {side.tally.score}: {side.text}" for side in self.sides(view)]
        return [
            self.w("board.deal", number=view.deal),
            self.w(f"option.seventy_nine.scoring.{view.options['scoring']}"),
            *self.centre(view),
            *counts,
        ]

    def seat(self, view: SeventyNineView, seat: int) -> list[str]:
        parts = [f"**{self.letter(seat)}**", self.w.count("board.tiles", view.counts[seat])]
        call = self._calls_text(view, seat)
        if call:
            parts.append(self.w("board.seventy_nine.bid", bid=call) if seat == view.bidder else call)
        if seat in view.sitting_out:
            parts.append(self.w("board.seventy_nine.sits_out"))
        return [*parts, self.w("board.seventy_nine.shaker")] if seat == view.shaker else parts

    def _calls_text(self, view: SeventyNineView, seat: int) -> str:
        """Return all calls during the auction, then the highest bid."""
        bid = next((call.bid for call in view.calls if call.seat == seat), "")
        return self.bid_text(bid) if view.phase is SeventyNinePhase.BIDDING or seat == view.bidder else ""

    def bid_text(self, bid: str) -> str:
        """Return a call in words."""
        if bid == _NELLO:
            return self.w("option.seventy_nine.nello.name")
        return self.w("hand.seventy_nine.pass") if bid == PASS.verb else bid

    def call_text(self, view: SeventyNineView, seat: int) -> str:
        return self._calls_text(view, seat) if view.phase is not SeventyNinePhase.PLAY else ""

    def highest_bidder(self, view: SeventyNineView) -> int | None:
        return next((call.seat for call in reversed(view.calls) if call.bid == view.highest), None)

    def seats_out(self, view: SeventyNineView) -> Sequence[int]:
        return view.sitting_out

    def led_suit(self, view: SeventyNineView) -> str:
        if view.led is None:
            return ""
        if view.led == DOUBLES_SUIT:
            return self.w("board.seventy_nine.led_double")
        return self.w("board.tricks.led", number=view.led)

    def centre(self, view: SeventyNineView) -> list[str]:
        if view.bidder is None:
            highest = [self.w("board.seventy_nine.highest", bid=self.bid_text(view.highest))] if view.highest else []
            return [self.w("board.seventy_nine.bidding"), *highest]
        name = self.names.plain[view.bidder]
        if view.phase is SeventyNinePhase.TRUMP:
            return [self.w("board.seventy_nine.naming", name=name), self._bid_line(view, name)]
        return [" · ".join(self.suits(view)), self._bid_line(view, name)]

    def suits(self, view: SeventyNineView) -> list[str]:
        trumps = self.w("option.seventy_nine.nello.name") if view.nello else self.trumps(view)
        return [part for part in (trumps, self.led_suit(view)) if part]

    def _bid_line(self, view: SeventyNineView, name: str) -> str:
        if view.nello:
            return self.w("board.seventy_nine.no_trick", name=name)
        if view.needed is None:
            return self.w("board.seventy_nine.has_bid", name=name, bid=view.highest)
        if view.needed == 0:
            return self.w("board.seventy_nine.has_enough", name=name, bid=view.highest)
        return self.w("board.seventy_nine.needs", name=name, bid=view.highest, points=view.needed)

    def sides(self, view: SeventyNineView) -> tuple[TrickSide, ...]:
        counting = _COUNTINGS[str(view.options["scoring"])]
        return tuple(
            TrickSide(letter, self._points_text(view, side), PanelTally(view.scores[side], view.target, counting))
            for side, letter in enumerate(render.PAIR_LETTERS[: self.game.info.teams])
        )

    def _points_text(self, view: SeventyNineView, side: int) -> str:
        """Return a team's points (Nel-O: tricks), with those needed."""
        tricks = self.w.count("board.tricks.count", view.tricks[side])
        if view.nello or view.options["scoring"] == "tricks":
            return tricks
        if view.bidder is None or view.needed is None:
            return f"{tricks}, {self.w.count('board.points', view.totals[side])}"
        return self.w.count("board.seventy_nine.of", self._points_needed(view, side), points=view.totals[side])

    def _points_needed(self, view: SeventyNineView, side: int) -> int:
        """Return the points that make or surely prevent the bid."""
        bid = int(view.highest)
        return bid if side == self.side_of(view.bidder or 0) else ALL_POINTS + 1 - bid

    # --- Looking again ---------------------------------------------------------------------------------------------

    def review_buttons(self, view: SeventyNineView) -> tuple[ReviewButton, ...]:
        taken = (ReviewButton(_TAKEN, self.w("board.button.taken"), "🧮"),) if any(view.taken) else ()
        return (*super().review_buttons(view), *taken)

    def review_content(self, view: SeventyNineView, key: str) -> ReviewContent | None:
        if key != _TAKEN:
            return super().review_content(view, key)
        if not any(view.taken):
            return None
        plain = view.nello or view.options["scoring"] == "tricks"
        rows = [
            self._pile(side, view.taken[side], (view.tricks[side], view.count_points[side]), plain=plain)
            for side in range(self.game.info.teams)
        ]
        text = self.piles_description(rows)
        return ReviewContent(text, Drawing(partial(render.piles, rows), text))

    # --- Moves -----------------------------------------------------------------------------------------------------

    def table_state(self, view: SeventyNineView) -> str:
        return super().table_state(view) if view.phase is SeventyNinePhase.PLAY else ""

    def waiting_note(self, view: SeventyNineView) -> str:
        if view.seat not in view.sitting_out or view.bidder is None:
            return ""
        return self.w("hand.seventy_nine.sit_out", name=self.names.spoken[view.bidder])

    def numbers(self, view: SeventyNineView) -> tuple[int, ...]:
        if view.phase is SeventyNinePhase.PLAY:
            return ()
        return tuple(sum(tile.has(number) for tile in view.hand) for number in range(HIGHEST + 1))

    def draw_or_pass_text(self, view: SeventyNineView) -> str:
        return super().draw_or_pass_text(view) if view.phase is SeventyNinePhase.PLAY else ""

    def prompt(self, view: SeventyNineView) -> str:
        if view.phase is SeventyNinePhase.TRUMP:
            return self.w("hand.seventy_nine.trump")
        if view.phase is SeventyNinePhase.PLAY:
            return super().prompt(view)
        highest = self.bid_text(view.highest)
        parts = [self.w("hand.seventy_nine.bid", bid=highest) if highest else self.w("hand.seventy_nine.bid_first")]
        if view.deal > 1:
            return parts[0]
        if view.options["scoring"] != "tricks":
            parts.append(self.w("hand.seventy_nine.bid_means"))
        if any(move.value == _NELLO for move in view.moves):
            parts.append(self.w("hand.seventy_nine.nello_means"))
        return "\n-# ".join(parts)

    def at_stake(self, view: SeventyNineView) -> str:
        """Return the bids so far, then the points still needed."""
        if view.bidder is not None:
            return self._bid_line(view, self.names.spoken[view.bidder])
        return self.auction([(call.seat, self.bid_text(call.bid)) for call in view.calls]) if view.calls else ""

    def choices(self, view: SeventyNineView) -> tuple[Group, ...]:
        if view.phase is SeventyNinePhase.PLAY:
            return super().choices(view)
        if view.phase is SeventyNinePhase.TRUMP:
            return (Group(tuple(self._trump_choice(view, move) for move in view.moves)),)
        numbers = [move for move in view.moves if move.value.isdecimal()]
        low = [move for move in numbers if int(move.value) < _HIGH_BIDS]
        high = [move for move in numbers if int(move.value) >= _HIGH_BIDS]
        others = tuple(MoveChoice(self.label(view, move), move) for move in view.moves if not move.value.isdecimal())
        return (*(self._bid_select(moves) for moves in (low, high) if moves), Group(others))

    def _bid_select(self, moves: Sequence[Move]) -> Group:
        """Return a select of ascending bids."""
        title = self.w("hand.seventy_nine.bid_from", first=moves[0].value, last=moves[-1].value)
        return Group(tuple(MoveChoice(move.value, move) for move in moves), select=title)

    def _trump_choice(self, view: SeventyNineView, move: Move) -> MoveChoice:
        """Return a possible trump number with its count in hand."""
        counts = self.numbers(view)
        count = counts[int(move.value)]
        return MoveChoice(f"{move.value} (× {count})", move, Style.MAIN if count == max(counts) else Style.PLAIN)

    def label(self, view: SeventyNineView, move: Move) -> str:
        if move == PASS or move.value:
            return self.bid_text(move.value or move.verb)
        return super().label(view, move)

    def move_text(self, view: SeventyNineView, move: Move) -> str:
        if view.phase is SeventyNinePhase.TRUMP:
            return self.w("board.tricks.trumps", number=move.value)
        if move.value.isdecimal():
            return self.w("board.seventy_nine.bid", bid=move.value)
        return super().move_text(view, move)

    # --- Events ----------------------------------------------------------------------------------------------------

    def event_texts(self, events: Iterable[Event]) -> list[str]:
        """Return the events, merging a missed bid with its points."""
        lines: list[str] = []
        waiting: list[Event] = []
        for event in events:
            before = waiting[-1] if waiting else None
            if isinstance(before, Missed) and _is_for_deal(event):
                lines += [*super().event_texts(waiting[:-1]), self._missed_bid_text(before, event)]
                waiting = []
            else:
                waiting.append(event)
        return lines + super().event_texts(waiting)

    def _missed_bid_text(self, missed: Missed, event: Scored) -> str:
        """Return a missed bid with the opponents' total points."""
        values = self.values_of(event) | {"bid": missed.bid, "taken": event.points - missed.bid}
        return self.w("event.missed.scored", points=event.points, **values)

    def call_of(self, event: Event) -> str:
        if isinstance(event, Bid):
            return self.bid_text(_NELLO if event.nello else str(event.bid))
        return self.bid_text(PASS.verb)

    def detail(self, event: Event) -> str:
        if _is_for_deal(event):
            return ""
        nello = isinstance(event, AuctionOver | Bid | Made | Missed) and event.nello
        return _NELLO if nello else super().detail(event)

    def values_of(self, event: Event) -> dict[str, object]:
        values = super().values_of(event)
        if event.seat is not None:
            values["name"] = self.names.spoken[event.seat]
        elif isinstance(event, Scored | Counted):
            values["name"] = bold(self.w("board.team", letter=render.PAIR_LETTERS[event.side]))
        return values

    # --- The end of a deal -----------------------------------------------------------------------------------------

    def deal_end(self, ending: SeventyNineDealEnd) -> DealEndShown:
        """Return the teams' tricks and points, with any count tiles."""
        plain = ending.bid == _NELLO or ending.made is None
        rows = [
            self._pile(
                side,
                ending.taken[side],
                (ending.tricks[side], ending.count_points[side]),
                plain=plain,
                is_best=side in ending.winners,
            )
            for side in range(self.game.info.teams)
        ]
        return self.with_piles(super().deal_end(ending).lines, rows)

    def sum_text(self, ending: SeventyNineDealEnd, side: int) -> str:
        """Return the opponents' missed bid and the side's own points."""
        bid = int(ending.bid) if ending.bid.isdecimal() else 0
        missed = ending.made is False and ending.points[side] == bid + ending.totals[side]
        return f"{bid} + {ending.totals[side]}" if missed else ""

    def _pile(
        self, side: int, tiles: Sequence[Tile], points: tuple[int, int], *, plain: bool, is_best: bool = False
    ) -> Pile:
        """Return a team's tiles, count tiles first, with trick points.

        :param points: for the tricks and for the count tiles.
        :param plain: whether only the tricks count.
        """
        counting = sorted((tile for tile in tiles if tile in COUNTS), key=lambda tile: (-COUNTS[tile], tile))
        others = sorted(tile for tile in tiles if tile not in COUNTS)
        tricks, counts = points
        text = self.w.count("board.tricks.count", tricks) if plain else f"{tricks} + {counts} = {tricks + counts}"
        name = self.w("board.team", letter=render.PAIR_LETTERS[side])
        return Pile(name, counting, others, text, is_best=is_best)


def _is_for_deal(event: Event) -> TypeGuard[Scored]:
    """Return True for points from a deal's tricks."""
    return isinstance(event, Scored) and event.reason is ScoreReason.DEAL
