"""Kent: the seats, passed and discarded tiles, and calls."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final

from bot import render
from bot.messages.parts.choices import Ask, Focus, Group, MoveChoice, Question
from bot.messages.parts.components import Style
from bot.messages.parts.message import Drawing
from bot.render import CircleSeat, RevealedHand
from bot.tables.pacts import SIGNS
from games import Event, Move, Tile
from games.core.events import PassedOn
from games.core.tiles import mask_of
from games.kent import KentDealEnd, KentView, meld_in
from games.kent.match import Called, KentCall, Renewed, Right, ShownForCall, Threw, Wrong

from .dealt import DealtPresenter
from .lesson import LessonStep, right, wrong
from .presenter import Completes, DealEndShown, by_tile, kinds

_OWN: Final = (KentCall.KENT, KentCall.BISKENT)
_STOPS: Final = (KentCall.STOP, KentCall.STOP_BISKENT)
_CALLS: Final = (*_OWN, *_STOPS)
_A_MELD, _NO_MELD = "meld", "nothing"


_PARTNER_HAS: Final = "6-2 5-3 5-1 1-0  5-4 4-3 4-2  6-5 6-0 6-6  3-3 6-1 2-1 ..."
_YOU_HAVE: Final = "6-2 6-3 6-5 1-0  5-4 5-1 3-2  4-4 2-0 5-3  3-3 6-1 2-1 ..."


class KentPresenter(DealtPresenter[KentView, KentDealEnd]):
    """The presenter of Kent."""

    presents = ("kent",)
    emblem = render.Emblem.parse("61|!@0,0 62|!@1.1,0 63|!@2.2,0 back|@4,0")
    lesson = (
        LessonStep("meld", _YOU_HAVE, answers=(right("pass 1-0"), wrong("pass 6-5"))),
        LessonStep("partner", _YOU_HAVE, answers=(wrong("kent", lost=1), right())),
        LessonStep("call", _PARTNER_HAS, answers=(right("kent", gain=1), wrong("biskent", lost=2))),
        LessonStep("end", _PARTNER_HAS, "0:kent", facts={"target": 10, "score": 1}),
    )
    completes: ClassVar[Completes] = {
        "option.{}.{}.{}": (("kent", "tempo", "20"), ("kent", "tempo", "60")),
        "kent.call.{}": _CALLS,
        "signs.{}": SIGNS,
        "event.{}": kinds(PassedOn, Threw, Renewed, Right, Wrong),
        "event.{}.{}": (
            *((Called.kind, call) for call in _CALLS),
            *((ShownForCall.kind, held) for held in (_A_MELD, _NO_MELD)),
        ),
    }

    # --- Texts on the board ----------------------------------------------------------------------------------------

    def facts(self, view: KentView) -> list[str]:
        w = self.w
        found = [w("board.deal", number=view.deal), w("board.target", points=view.target), *self.boneyard(view)]
        if view.passes:
            rounds = view.passes // view.seats
            found += [w.count("board.kent.passes", view.passes), w.count("board.kent.rounds", rounds)]
        return [*found, w.count("board.kent.thrown", view.swaps)] if view.swaps else found

    def remarks(self, view: KentView) -> list[str]:
        """Return the holder of four tiles, if its seat is automatic."""
        return [self._holder_text(view, self.names.spoken)] if view.holder in self.automatic else []

    def _holder_text(self, view: KentView, names: tuple[str, ...]) -> str:
        if view.holder is None:
            return ""
        return self.w("board.kent.holds", name=names[view.holder], to=names[(view.holder + 1) % view.seats])

    # --- Pictures --------------------------------------------------------------------------------------------------

    def board(self, view: KentView, _focus: Focus | None = None) -> Drawing | None:
        score = " : ".join(f"{render.PAIR_LETTERS[pair]} {score}" for pair, score in enumerate(view.scores))
        places = self.in_pictures()._places(view)  # noqa: SLF001
        paint = partial(render.circle, places, boneyard=view.boneyard, thrown=view.thrown, centre=(score,))
        return Drawing(paint, self.description(view))

    def text_board(self, view: KentView) -> str:
        circle = render.circle_text(self._places(view), boneyard=view.boneyard, thrown=view.thrown)
        return "\n".join([circle, *self._signs_description()])

    def description(self, view: KentView) -> str:
        names = self.names.plain
        counts = [f"{name}: {self.w.count('board.tiles', view.counts[seat])}" for seat, name in enumerate(names)]
        parts = (self._holder_text(view, names), "; ".join(counts), "; ".join(self.facts(view)))
        text = ". ".join(part for part in parts if part)
        return " ".join([f"{text}.", *signs]) if (signs := self._signs_description()) else text

    def _signs_description(self) -> list[str]:
        """Return the signs in the picture, in words."""
        return [
            self.w("event.signs.shown", name=self.names.plain[seat], sign=self.w(f"signs.{sign}"))
            if sign
            else self.w("event.signs.gesture", name=self.names.plain[seat])
            for seat, sign in sorted(self.signs.items())
        ]

    def _places(self, view: KentView) -> tuple[CircleSeat, ...]:
        return tuple(
            CircleSeat(name, view.counts[seat], seat % view.pairs, seat == view.holder, self.signs.get(seat))
            for seat, name in enumerate(self.names.plain)
        )

    def example_drawing(self) -> Drawing | None:
        pairs = 2
        places = tuple(CircleSeat(str(seat + 1), 3 + (seat == 0), seat % pairs, seat == 0) for seat in range(2 * pairs))
        score = " : ".join(f"{letter} 0" for letter in render.PAIR_LETTERS[:pairs])
        paint = partial(render.circle, places, boneyard=15, thrown=0, centre=(score,))
        return Drawing(paint, self.w("alt.kent.example"))

    # --- The hand and moves ----------------------------------------------------------------------------------------

    def has_meld_to_sign(self, view: KentView) -> bool:
        return bool(meld_in(mask_of(view.hand)))

    def prompt(self, view: KentView) -> str:
        if view.holder is None:
            return ""
        return self.w("hand.kent.choose", name=self.names.spoken[(view.holder + 1) % view.seats])

    def choices(self, view: KentView) -> tuple[Group, ...]:
        """Return the tiles to pass, and those to discard."""
        passes, swaps = (by_tile(view.moves, verb, self.in_order(view)) for verb in ("pass", "swap"))
        return (
            Group(tuple(MoveChoice(str(tile), ways[0], Style.MAIN, tile) for tile, ways in passes.items())),
            Group(tuple(self._discard_choice(tile, ways[0]) for tile, ways in swaps.items())),
        )

    def _discard_choice(self, tile: Tile, move: Move) -> MoveChoice:
        return MoveChoice(self.w("kent.button.throw", tile=tile), move, emoji="🗑️")

    def calls(self, _view: KentView) -> tuple[Group, ...]:
        """Return the calls in two rows, to fit a phone."""
        return (
            Group(tuple(self._call_choice(call, Style.GO) for call in _OWN)),
            Group(tuple(self._call_choice(call, Style.DANGER) for call in _STOPS)),
        )

    def _call_choice(self, call: str, style: Style) -> MoveChoice:
        return MoveChoice(self._call_name(call), Ask(call), style)

    def _call_name(self, call: str) -> str:
        return self.w(f"kent.call.{call}")

    def label(self, view: KentView, move: Move) -> str:
        return self._call_name(move.verb) if move.verb in _CALLS else super().label(view, move)

    def question(self, view: KentView, key: str) -> Question | None:
        """Ask for the accused pair, or confirm another call."""
        ways = [move for move in view.moves if move.verb == key and key in _CALLS]
        choices = tuple(
            MoveChoice(self._accused_label(move), move, Style.DANGER if move.at else Style.GO) for move in ways
        )
        return Question(self.w("kent.choose_pair"), (Group(choices),)) if choices else None

    def _accused_label(self, move: Move) -> str:
        text = self._call_name(move.verb)
        return self.w("kent.button.whom", call=text, names=self._pair_name(int(move.at))) if move.at else text

    def _pair_name(self, pair: int) -> str:
        pairs = len(self.names.plain) // 2
        return self.w.list([self.names.plain[pair], self.names.plain[pair + pairs]])

    # --- Events ----------------------------------------------------------------------------------------------------

    def detail(self, event: Event) -> str:
        if isinstance(event, Called):
            return event.move.verb
        if isinstance(event, ShownForCall):
            return _A_MELD if event.meld else _NO_MELD
        return super().detail(event)

    def values_of(self, event: Event) -> dict[str, object]:
        values = super().values_of(event)
        if isinstance(event, PassedOn):
            values["to"] = self.names.spoken[event.to]
        if isinstance(event, Called):
            values["names"] = self.names.sides[event.pair]
        return values

    # --- The end of a deal -----------------------------------------------------------------------------------------

    def deal_end(self, ending: KentDealEnd) -> DealEndShown:
        names, call = self.in_pictures().names.plain, self.w(f"kent.call.{ending.call}")
        rows = [RevealedHand(names[seat], hand, ending.melds[seat]) for seat, hand in _revealed_hands(ending)]
        text = f"{self.names.plain[ending.caller]}: {call} {self.hands_left_description(ending)}"
        paint = partial(render.reveal, rows, heading=f"{names[ending.caller]}: {call}", verdict=ending.right)
        return DealEndShown(super().deal_end(ending).lines, drawing=Drawing(paint, text), text_board=text)

    def hands_left(self, ending: KentDealEnd) -> list[tuple[str, Sequence[Tile]]]:
        return [(self.names.plain[seat], hand) for seat, hand in _revealed_hands(ending)]

    def late_call_text(self, ending: KentDealEnd | None, caller: int, call: str) -> str:
        verb = call.partition("@")[0]
        if ending is None or verb not in _CALLS:  # a forged call may be anything
            return super().late_call_text(ending, caller, call)
        if ending.caller == caller:
            return self.w("kent.taken_already", call=self.w(f"kent.call.{verb}"))
        name = self.names.spoken[ending.caller]
        return self.w("kent.came_second", name=name, call=self.w(f"kent.call.{ending.call}"), number=ending.number)

    def last_deal(self, ending: KentDealEnd) -> str:
        key = "pad.last" if ending.right else "pad.last_wrong"
        call = self.w(f"kent.call.{ending.call}")
        return self.w(key, number=ending.number, name=self.names.spoken[ending.caller], call=call)


def _revealed_hands(ending: KentDealEnd) -> list[tuple[int, tuple[Tile, ...]]]:
    return [(seat, hand) for seat, hand in enumerate(ending.hands) if hand]
