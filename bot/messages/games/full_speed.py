"""Full Speed: end sums, tile gains, and choices at thirteen."""

from typing import ClassVar, Final

from bot import render
from games import Event, Move
from games.core.events import CutOff, Lost, Scored
from games.core.view import LineDealEnd
from games.full_speed import Bust, FullSpeedView, Thirteen, placement_score
from games.full_speed.patterns import THIRTEEN, Pattern

from .chain import ChainPresenter
from .counting_lesson import LINKED
from .lesson import LessonStep, right, wrong
from .presenter import Completes, kinds

_EXACTLY: Final = "exactly"

_NEAR: Final = 40
"""The number of missing points from which the board shows them: one or two placements may reach the target."""

_COMBINED: Final = f"{Pattern.SEQUENCE}.{Pattern.LUCKY_SEVEN}"
"""The reason of points that exceed the target by two patterns together."""

_DEAL: Final = "5-3 6-4 3-1 5-2 5-5 4-0 2-0  6-5 4-3 4-1 6-6 2-1 5-1 3-0 ..."


class FullSpeedPresenter(ChainPresenter[FullSpeedView, LineDealEnd]):
    """The presenter of Full Speed."""

    presents = ("full_speed",)
    emblem = render.Emblem.parse("64-@0,0.5 44|@2.1,0 43-@3.2,0.5 36-!@5.3,0.5")
    completes: ClassVar[Completes] = {
        "hand.button.{}": (Pattern.THIRTEEN,),
        "word.{}": tuple(Pattern),  # special terms, each explained on its first board
        "event.{}": kinds(Thirteen),
        "event.{}.{}": (
            *((Scored.kind, reason) for reason in (*Pattern, _COMBINED)),
            (Lost.kind, Pattern.THIRTEEN),
            (CutOff.kind, _EXACTLY),
        ),
    }
    example = ("6-5", "5-5@right", "6-4@left", "5-4@right")

    lesson = (
        LessonStep("aim", _DEAL, "5-3", facts={"target": 121}),
        LessonStep("nico", _DEAL, "5-3, 6-5@left", facts={"score": 9}),
        LessonStep(
            "twins",
            "5-3 6-3 5-2 5-5 6-1 4-0 2-0  6-5 4-3 4-1 6-6 2-1 5-1 3-0 ...",
            "5-3, 6-5@left",
            (wrong("6-1@left", lost=4), wrong("6-3@left", gain=6), right("6-3@right", gain=12)),
        ),
        LessonStep(
            "sequence",
            _DEAL,
            "5-3, 6-5@left",
            (right("6-4@left", gain=25, seven=7, sequence=18), wrong("3-1@right", gain=7)),
        ),
        LessonStep("end", _DEAL, "5-3, 6-5@left, 6-4@left", facts={"target": 121, "score": 34}),
    )
    linked_lesson = LINKED

    def facts(self, view: FullSpeedView) -> list[str]:
        ends = [] if view.ends is None else [self.w("board.ends", sum=view.ends)]
        target = self.w("board.target", points=view.target)
        return [self.w("board.deal", number=view.deal), target, *self.boneyard(view), *ends]

    def seat(self, view: FullSpeedView, seat: int) -> list[str]:
        missing = view.target - view.scores[self.side_of(seat)]
        near = [self.w("board.full_speed.missing", points=missing, target=view.target)] if 0 < missing <= _NEAR else []
        return [*super().seat(view, seat), *near]

    def remarks(self, view: FullSpeedView) -> list[str]:
        return [] if view.choosing is None else [self.w("board.choosing", name=self.names.spoken[view.choosing])]

    def prompt(self, view: FullSpeedView) -> str:
        if view.choosing != view.seat:
            return super().prompt(view)
        return self.w("hand.full_speed.thirteen")

    def gain_text(self, view: FullSpeedView, move: Move) -> str:
        found = placement_score(view, move)
        if found is None:
            return ""
        if found.thirteen:
            return self.w("hand.brings.choice", points=found.amount)
        to = f"{self.plain_sides()[found.side]} " if found.nico and found.side is not None and found.amount else ""
        if found.busts:
            return f"{to}+0" if to else self.w("hand.brings.too_much", points=found.amount)
        if to:
            return f"{to}+{found.amount}"
        if found.side is not None and view.scores[found.side] + found.amount == view.target:
            return f"+{found.amount} = {view.target}"
        return f"+{found.amount}"

    def match_winner(self, view: FullSpeedView, move: Move) -> int | None:
        found = placement_score(view, move)
        if move.verb == Pattern.THIRTEEN and not move.at:
            side, amount = self.side_of(view.seat or 0), THIRTEEN
        elif found is None or found.side is None:
            return None
        else:
            side, amount = found.side, found.amount
        return side if view.scores[side] + amount == view.target else None

    def term(self, event: Event) -> str:
        if isinstance(event, Thirteen):
            return Pattern.THIRTEEN
        reason = event.reason.partition(".")[0] if isinstance(event, Scored | Bust | Lost) else ""
        return reason if reason in tuple(Pattern) else ""

    def detail(self, event: Event) -> str:
        if isinstance(event, CutOff):
            return _EXACTLY
        return event.reason if isinstance(event, Lost) else super().detail(event)

    def key_of(self, event: Event) -> str:
        return f"event.{Scored.kind}.{event.reason}" if isinstance(event, Bust) else super().key_of(event)

    def sentence(self, event: Event) -> str | None:
        text = super().sentence(event)
        return f"{text} {self.w('event.bust')}" if isinstance(event, Bust) else text

    def values_of(self, event: Event) -> dict[str, object]:
        values = super().values_of(event)
        if isinstance(event, Scored | Bust) and event.by is not None:
            values["by"] = self.names.spoken[event.by]
        return values

    def label(self, view: FullSpeedView, move: Move) -> str:
        if move.verb == Pattern.THIRTEEN and move.at:
            names = [self.names.plain[seat] for seat in view.sides[int(move.at)]]
            return self.w("hand.button.thirteen.off", name=self.w.list(names))
        return super().label(view, move)

    def sum_text(self, ending: LineDealEnd, side: int) -> str:
        """Return the pips of the opponents, if there are several."""
        counts = [
            str(ending.counted[seat]) for seat, hand in enumerate(ending.hands) if hand and self.side_of(seat) != side
        ]
        return " + ".join(counts) if ending.points[side] and len(counts) > 1 else ""
