"""Bingo: trump tile, melds, closed boneyard and sets."""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Final

from bot import render
from bot.messages.parts.choices import Ask, Group, MoveChoice, Question
from bot.messages.parts.components import Style
from bot.render import BoneyardPanel, PanelCounting, PanelTally, Pile, TrickSide
from games import Event, Move
from games.bingo.match import ClosedBoneyard, Declared, FellShort, MeldCounts, MeldLost, TurnedUp, UsedUp
from games.bingo.position import Award, meld_score, points_of
from games.bingo.view import BingoDealEnd, BingoView, winner_after
from games.computers.reasons import ClaimRightIn, LeadGained, ScoredAtOnce
from games.core.events import Drew, Scored
from games.core.tricks import Counted

from .lesson import LessonStep, right, wrong
from .presenter import Completes, DealEndShown, kinds
from .tricks import TrickPresenter, by_suits

_CLOSE: Final = "close"
_MELD: Final = "meld"


_DEAL: Final = "3-1 5-5 4-4 6-4 2-1 4-0 1-0  6-5 2-2 3-3 5-2 6-2 4-1 3-0 ... 3-2"


class BingoPresenter(TrickPresenter[BingoView, BingoDealEnd]):
    """The presenter of Bingo."""

    presents = ("bingo",)
    emblem = render.Emblem.parse("back|@0,0 back|@0.25,0 66|!@2.2,0 63|@3.3,0")
    lesson = (
        LessonStep(
            "trump",
            _DEAL,
            "6-5",
            (right("3-1", trick=4), wrong("5-5", given=10), wrong("6-4", given=10)),
            opener=1,
        ),
        LessonStep(
            "meld",
            _DEAL,
            "6-5, 3-1",
            (right("5-5=meld", then="4-1", meld=40, trick=10), wrong("5-5", then="4-1", meld=0, trick=10)),
            opener=1,
        ),
        LessonStep("close", _DEAL, "6-5, 3-1, 5-5=meld, 4-1", facts={"total": 54, "wanted": 70}, opener=1),
        LessonStep("end", _DEAL, "6-5, 3-1, 5-5=meld, 4-1", facts={"target": 7, "few": 20}, opener=1),
    )
    completes: ClassVar[Completes] = {
        "reason.{}.{}": [(kind, "bingo") for kind in (ScoredAtOnce.kind, LeadGained.kind, ClaimRightIn.kind)],
        "event.{}": kinds(TurnedUp, ClosedBoneyard, UsedUp, Declared, MeldCounts, MeldLost, FellShort),
        "event.{}.{}": (
            *((Drew.kind, what) for what in ("both", "trump")),
            *((Scored.kind, why) for why in (Award.CLOSER_SHORT, Award.NO_WATER, Award.NOTHING, Award.WATER)),
        ),
    }

    # --- Texts on the board ----------------------------------------------------------------------------------------

    def facts(self, view: BingoView) -> list[str]:
        trump = self.w("board.tricks.trumps", number=view.trump)
        closed = [] if view.closer is None else [self.w("board.bingo.closed", points=view.to_reach)]
        return [
            self.w("board.deal", number=view.deal),
            self.w.count("board.bingo.target", view.target),
            f"{trump} ({view.trump_tile})",
            *self.boneyard(view),
            *closed,
        ]

    def seat(self, view: BingoView, seat: int) -> list[str]:
        sets = view.scores[seat]
        row = "●" * sets + "○" * (view.target - sets)
        parts = [
            self.w.count("board.tiles", view.counts[seat]),
            *self._known_tile(view, seat),
            self._points_text(view, seat),
            f"{row} {self.w.count('board.bingo.sets', sets)}",
        ]
        return [*parts, self.w("board.bingo.closer")] if seat == view.closer else parts

    def _known_tile(self, view: BingoView, seat: int) -> list[str]:
        """Return the publicly known tile in hand, if any."""
        tiles = " ".join(f"`{tile}`" for tile in view.open_tiles[seat])
        return [self.w("board.bingo.holds", tiles=tiles)] if tiles else []

    def _points_text(self, view: BingoView, seat: int) -> str:
        tricks = self.w.count("board.tricks.count", view.tricks[seat])
        return f"{tricks}, {self.w.count('board.points', view.totals[seat])}"

    def sides(self, view: BingoView) -> tuple[TrickSide, ...]:
        return tuple(
            TrickSide(
                name, self._points_text(view, seat), PanelTally(view.scores[seat], view.target, PanelCounting.MARKS)
            )
            for seat, name in enumerate(self.names.plain)
        )

    def pile(self, view: BingoView) -> BoneyardPanel | None:
        trump = view.trump_tile if view.trump_tile_lies else None
        return BoneyardPanel(view.boneyard, trump, is_closed=view.closer is not None)

    def led_suit(self, view: BingoView) -> str:
        return super().led_suit(view) if view.following else ""

    def centre(self, view: BingoView) -> list[str]:
        closed = self.w("board.bingo.closed_short")
        return [*super().centre(view), *([closed] if view.closer is not None else [])]

    def description(self, view: BingoView) -> str:
        lying = ""
        if view.trump_tile_lies:
            lying = self.w.count("alt.bingo.boneyard", view.boneyard, tile=view.trump_tile)
        return f"{super().description(view)}. {lying}".rstrip()

    # --- Moves -----------------------------------------------------------------------------------------------------

    def prompt(self, view: BingoView) -> str:
        if view.table and not view.following and self.playable(view):
            return f"{self.w('hand.bingo.free', tile=f'`{view.table[0].tile}`')} {self.w('hand.choose_tile')}"
        return super().prompt(view)

    def choices(self, view: BingoView) -> tuple[Group, ...]:
        """Return the choices; closing, which is final, asks for confirmation."""
        tiles, others, barred = super().choices(view)
        asked = tuple(
            MoveChoice(self.w("hand.bingo.close"), Ask(_CLOSE), Style.DANGER, emoji="🔒")
            for choice in others.choices
            if choice.does == Move(_CLOSE)
        )
        return tiles, Group(asked), barred

    def match_winner(self, view: BingoView, move: Move) -> int | None:
        return winner_after(view, move)

    def question(self, view: BingoView, key: str) -> Question | None:
        if key != _CLOSE:
            asked = super().question(view, key)
            return None if asked is None else self._lead_or_declare(view, key, asked)
        close = Move(_CLOSE)
        if close not in view.moves or view.seat is None:
            return None
        points = view.totals[view.seat]
        text = self.w("hand.bingo.close_means", points=view.to_reach, own=points, count=view.boneyard)
        return Question(text, (Group((MoveChoice(self.w("hand.bingo.close_sure"), close, Style.DANGER),)),))

    def _lead_or_declare(self, view: BingoView, tile: str, asked: Question) -> Question:
        """Return the question whether to lead a tile with its meld."""
        return replace(asked, text=self.w.count("hand.bingo.lead_or_declare", view.meld_now, tile=f"`{tile}`"))

    def place(self, view: BingoView, move: Move) -> str:
        """Return the way to lead a double: with its meld or without."""
        return self._meld_text(view) if move.value == _MELD else self.w("hand.bingo.plain")

    def _meld_text(self, view: BingoView) -> str:
        """Return the possible meld and its points, if taken."""
        doubles = view.meld_now
        points, sets = meld_score(doubles, as_sets=bool(view.options["big_meld_as_sets"]))
        worth = self.w.count("board.bingo.sets", sets) if sets else self.w.count("board.points", points)
        return self.w.count("hand.bingo.declare", doubles, worth=worth)

    # --- Events ----------------------------------------------------------------------------------------------------

    def merged_events(self, events: Iterable[Event]) -> list[Event]:
        """Return the events, merging both draws after a trick."""
        lines: list[Event] = []
        for event in super().merged_events(events):
            last = lines[-1] if lines else None
            if isinstance(last, Drew) and isinstance(event, Drew) and not last.tiles and not event.tiles:
                lines[-1] = replace(last, count=len(self.names.plain))
            else:
                lines.append(event)
        return lines

    def detail(self, event: Event) -> str:
        if isinstance(event, Drew):
            return "both" if event.count > 1 else "trump" if event.tiles else ""
        return super().detail(event)

    def score_text(self, score: int) -> str:
        return self.w.count("board.bingo.sets", score)

    # --- The end of a deal -----------------------------------------------------------------------------------------

    def deal_end(self, ending: BingoDealEnd) -> DealEndShown:
        rows = [self._pile(ending, seat, name) for seat, name in enumerate(self.names.plain)]
        drawn = [self._pile(ending, seat, name) for seat, name in enumerate(self.in_pictures().names.plain)]
        told = {self.sentence(Counted(seat, ending.totals[seat])): self._sum_line(ending, seat) for seat in range(2)}
        return self.with_piles([told.get(line, line) for line in super().deal_end(ending).lines], rows, drawn)

    def _sum_line(self, ending: BingoDealEnd, seat: int) -> str:
        """Return a player's points, and the part of melds in them."""
        total, melds = ending.totals[seat], ending.meld_points[seat]
        if not melds:
            return self.sentence(Counted(seat, total)) or ""
        values = {"name": self.names.spoken[seat], "tiles": ending.tile_points[seat], "melds": melds, "total": total}
        return self.w("event.counted.melds", **values)

    def _pile(self, ending: BingoDealEnd, seat: int, name: str) -> Pile:
        trumps, others = by_suits(ending.taken[seat], ending.trump)
        tiles = [*trumps, *others]
        counting = sorted(
            (tile for tile in tiles if points_of(tile, ending.trump)),
            key=lambda tile: -points_of(tile, ending.trump),
        )
        rest = [tile for tile in tiles if tile not in counting]
        meld = ending.meld_points[seat]
        total = ending.totals[seat]
        text = f"{ending.tile_points[seat]} + {meld} = {total}" if meld else str(total)
        return Pile(name, counting, rest, text, is_best=seat in ending.winners)
