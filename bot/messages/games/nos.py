"""Nos: variants, melds, open tiles, claims, offences, payments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar, Final

from bot import render
from bot.messages.parts.alt import line_alt
from bot.messages.parts.choices import Ask, DrawOn, Focus, Group, MoveChoice, Question
from bot.messages.parts.components import Style
from bot.messages.parts.message import Drawing
from games import Event, Move, Tile
from games.computers.reasons import ScoredAtOnce
from games.core.events import Paid, PaymentReason
from games.core.line import OpenEnd
from games.core.moves import DRAW, PLAY
from games.core.tiles import HIGHEST
from games.nos import payments
from games.nos.deal import MELD
from games.nos.match import (
    Claimed,
    Finished,
    Leaving,
    Left,
    MeldDeclared,
    NoDouble,
    NoMeld,
    Offended,
    StageBegan,
    VariantNamed,
)
from games.nos.offences import LETTERS
from games.nos.variants import example_line
from games.nos.view import NosDealEnd, NosPhase, NosView

from .chain import ChainPresenter
from .lesson import LessonStep, SecondLesson, refused, right, wrong
from .nos_variants import (
    has_matador_joins,
    later_stages,
    named_by,
    suggested,
    variant_name,
    variant_question,
    variant_rule,
    variant_title,
    variant_with_choices,
    variants,
)
from .presenter import Completes, by_tile, kinds

_VARIANT: Final = "variant"
_CLOSE: Final = "close"
_MELD: Final = "meld"
_MATADOR: Final = "matador"
_OFFENCE: Final = "offence"
_ASKING: Final = (NosPhase.VARIANT, NosPhase.MELD)
"""The phases in which the board says whom it asks for a choice."""

_TRADITIONAL: Final = frozenset({1, 2, 3})
"""The variants in which all tiles are joined traditionally."""
_ALL_MATADOR: Final = frozenset({4, 5, 6})
"""The variants in which all tiles are joined by matador."""
_VOLAPUK: Final = 12
"""The variant with a matador side and a traditional one."""

_RIGHT, _WRONG = "right", "wrong"
_MANY_WAYS: Final = 5
"""The most places and ways of a tile that are asked in one question."""
_LONG: Final = 2500
"""The most characters of payments that are listed one by one."""

_SECOND: Final = "2-1 3-1 5-2 6-0 6-5  6-4 5-3 4-2 1-0 6-3  6-6 6-2 4-1 5-5 2-0 ..."


class NosPresenter(ChainPresenter[NosView, NosDealEnd]):
    """The presenter of Nos."""

    presents = ("nos",)
    emblem = render.Emblem.parse("coin@0,1.7 coin@0,1.35 coin@0,1 coin@1.2,1.7 coin@1.2,1.35 53-@2.8,0.7 33|!@4.9,0.2")
    completes: ClassVar[Completes] = {
        "option.{}.{}.{}": (("nos", "deals", "0"),),
        "reason.{}.{}": ((ScoredAtOnce.kind, "nos"),),
        "board.phase.{}": [phase.value for phase in _ASKING],
        "hand.button.{}": (_MELD,),
        "word.{}": (_MATADOR, _MELD),
        "chips.reason.{}": PaymentReason,
        "event.{}": kinds(NoDouble, VariantNamed, MeldDeclared, NoMeld, Leaving, Left, Finished),
        "event.{}.{}": (
            *((StageBegan.kind, name) for name in later_stages()),
            *((Claimed.kind, verdict) for verdict in (_RIGHT, _WRONG)),
            *((Offended.kind, letter) for letter in LETTERS),
        ),
    }
    example = ("5-5", "5-3@left", "5-1@right")
    equal_ends_are_alike = False  # a variant may join them in different ways

    # --- Texts on the board ----------------------------------------------------------------------------------------

    lesson = (
        LessonStep(
            "open",
            "6-6 4-4 2-1 3-1 5-0  6-4 5-3 4-2 1-0 6-1  3-3 6-2 4-1 5-5 2-0 ...",
            answers=(right("6-6", gain=24), wrong("4-4", gain=16), refused("5-0")),
        ),
        LessonStep("traditional", _SECOND, "6-6, variant=1", (right("6-5@left"), refused("2-1@left"))),
        LessonStep("matador", _SECOND, "6-6, variant=4", (refused("6-5@left"), right("2-1@left"))),
        LessonStep("closing", _SECOND, "6-6, variant=4, 5-2@left=2"),
    )
    second_lesson = SecondLesson(
        "nos_variants",
        (
            LessonStep(
                "cross",
                "4-1 6-6 6-0 5-3 1-0  6-3 5-0 0-0 4-2 1-1  3-0 3-3 6-2 5-2 3-1 ...",
                "6-6, variant=2, 6-3@down, 6-2@up",
                (refused("5-3@down"), right("6-0@left")),
            ),
            LessonStep(
                "doubles",
                "5-4 4-4 2-1 4-0 4-1  5-2 6-0 1-0 3-0 5-5  6-2 5-1 2-0 6-5 5-3 ...",
                "5-5, variant=3, 6-5@down, 5-4@left, 5-2@right, 5-3@up",
                (refused("4-0@left"), right("4-4@left")),
            ),
            LessonStep(
                "volapuk",
                "4-0 6-3 2-1 5-1 6-4  6-5 4-4 6-2 2-0 1-1  5-4 3-1 5-3 3-3 3-0 ...",
                "4-4, variant=12/a/left, 5-3@left",
                (refused("5-1@left"), right("2-1@left"), refused("6-4@left")),
            ),
            LessonStep(
                "premium",
                "3-0 2-2 4-3 3-2 5-5  6-1 5-3 5-4 4-2 6-0  1-1 6-4 5-2 5-1 3-1 ...",
                "5-5, variant=1, 5-4@right, 5-2@left",
                (right("2-2@left", gain=2), wrong("3-2@left", gain=0)),
            ),
            LessonStep(
                "close",
                "2-0 6-4 5-5 6-0 6-3  3-3 4-1 5-3 6-1 5-2  4-3 3-0 3-1 2-2 2-1 ...",
                "5-5, variant=4, 6-1@right=6, 4-3@right=4, 2-0@left, 5-2@left=2, 3-0@right, draw",
                (wrong("0-0@left", claim=0), right("close 0-0@left", claim=40), wrong("close 0-0@right", paid=80)),
            ),
        ),
    )

    def facts(self, view: NosView) -> list[str]:
        deals = view.options.get("deals")
        number = view.deal
        deal = self.w("board.deal_of", number=number, total=deals) if deals else self.w("board.deal", number=number)
        return [deal, self.w.count("board.drawable", view.drawable)]

    def seat(self, view: NosView, seat: int) -> list[str]:
        found = super().seat(view, seat)
        if seat in view.out:
            found.append(self.w("board.out"))
        if view.melds[seat]:
            found.append(self.w("board.meld", tiles=_tiles_text(view.melds[seat])))
        if view.face_up[seat]:
            found.append(self.w("board.face_up", tiles=_tiles_text(view.face_up[seat])))
        return found

    def open_tiles(self, view: NosView) -> Sequence[Sequence[Tile]]:
        return tuple((*meld, *face_up) for meld, face_up in zip(view.melds, view.face_up, strict=True))

    def chips(self, view: NosView) -> Sequence[render.Chips]:
        return tuple(
            render.Chips(name, amount, self.w.count("board.chips", amount))
            for name, amount in zip(self.names.plain, view.scores, strict=True)
        )

    def description(self, view: NosView) -> str:
        won = ", ".join(f"{one.name} {one.text}" for one in self.chips(view))
        return f"{super().description(view)} {self.w('alt.chips', chips=won)}"

    def clash_text(self, view: NosView, end: OpenEnd, tile: Tile) -> str:
        """Return the numbers that do not match, by the join of the variant."""
        choice = view.choice
        if choice is None or end.locked or not end.number:
            return ""
        if choice.number in _TRADITIONAL or (choice.number == _VOLAPUK and choice.half not in ("", end.at)):
            return super().clash_text(view, end, tile)
        if choice.number not in _ALL_MATADOR and (choice.number, choice.half) != (_VOLAPUK, end.at):
            return ""
        letter, wanted = render.END_LETTERS[end.at], HIGHEST + 1 - end.number
        return self.w("lesson.clash.matador", end=letter, number=end.number, wanted=wanted, tile=tile)

    def remarks(self, view: NosView) -> list[str]:
        lines = []
        if view.choice is not None:
            lines.append(f"**{variant_title(self.w, view.variant)}** · {variant_rule(self.w, view.variant)}")
            if has_matador_joins(view.variant):
                lines.append(f"-# {self.w('board.nos.ends')}")
            if view.stage_left:
                lines.append(self.w.count("board.demanded", view.stage_left))
        if view.turn is not None and view.phase in _ASKING:
            lines.append(self.w(f"board.phase.{view.phase.value}", name=self.names.spoken[view.turn]))
        return lines

    # --- Moves -----------------------------------------------------------------------------------------------------

    def hand(self, view: NosView, focus: Focus | None = None) -> Drawing | None:
        """Return the hand, below an example of the variant asked about."""
        usual = super().hand(view, focus)
        if usual is None or focus is None or focus.line is None:
            return usual
        return replace(usual, alt=f"{self.w('alt.nos.example')} {line_alt(self.w, focus.line)} {usual.alt}")

    def prompt(self, view: NosView) -> str:
        if not _names_variant(view):
            return self._meld_question(view) if MELD in view.moves else super().prompt(view)
        number, fitting = suggested(view)
        return f"-# {self.w.count('hand.nos.suggested', fitting, variant=variant_name(self.w, number))}"

    def _meld_question(self, view: NosView) -> str:
        """Return the declarable doubles and the payments for them."""
        doubles, others = [tile for tile in view.hand if tile.is_double], len(view.players) - 1
        each = payments.meld(len(view.players), len(doubles))
        tiles = self.w.list([f"`{tile}`" for tile in doubles])
        return self.w.count("hand.nos.meld", len(doubles), tiles=tiles, each=each, total=each * others)

    def offered_moves(self, view: NosView) -> tuple[Move, ...]:
        return tuple(move for move in view.moves if move not in view.improper)

    def choices(self, view: NosView) -> tuple[Group, ...]:
        """Return the tiles, then other moves and the claim "I close"."""
        moves = self.offered_moves(view)
        if _names_variant(view):
            return (variants(self.w, moves, suggested(view)[0]), self._offence_group(view))
        plays = by_tile(moves, PLAY, self.in_order(view))
        others = [MoveChoice(self.label(view, move), move) for move in moves if move.tile is None]
        if DRAW in moves and not plays and view.drawable > 1:
            others.append(MoveChoice(self.w("hand.nos.draw_on"), DrawOn()))
        if any(move.verb == _CLOSE for move in moves):
            others.append(MoveChoice(f"{self.w('hand.button.close')} …", Ask(_CLOSE)))
        return (
            Group(tuple(self.tile_choice(view, tile, ways) for tile, ways in plays.items())),
            Group((*others, *self._offence_group(view).choices)),
        )

    def choices_by_place(self, _view: NosView) -> tuple[Group, ...]:
        """Return none: a matador has too many places and ways."""
        return ()

    def _offence_group(self, view: NosView) -> Group:
        if not _offences(view):
            return Group(())
        return Group((MoveChoice(self.w("hand.nos.offend"), Ask(_OFFENCE), Style.DANGER),))

    def question(self, view: NosView, key: str) -> Question | None:
        verb, _, rest = key.partition(" ")
        if key == _OFFENCE:
            return self._select_question(
                view, _offences(view), self.w("hand.nos.offence_choose"), self.w("hand.nos.offend")
            )
        if key == _CLOSE:
            claims = [move for move in self.offered_moves(view) if move.verb == _CLOSE]
            return self._select_question(view, claims, self.w("hand.nos.close_which"), self.w("hand.button.close"))
        if verb == _VARIANT:
            asked = variant_question(self.w, self.offered_moves(view), rest)
            opening, example = view.line.tiles[:1], next(named_by(self.offered_moves(view), rest), None)
            if asked is None or example is None:
                return None
            return replace(asked, focus=Focus(line=example_line(example.value, opening[0].tile)))
        if verb == _CLOSE:
            ways = [move for move in self.offered_moves(view) if move.verb == _CLOSE and str(move.tile) == rest]
            choices = tuple(
                MoveChoice(self.place(view, move), move, Style.DANGER) for move in self.distinct_moves(view, ways)
            )
            return Question(self.w("hand.nos.close_where", tile=f"`{rest}`"), (Group(choices),)) if ways else None
        tile, _, at = key.partition("@")
        asked = super().question(view, tile)
        if asked is None:
            return None
        answers = asked.groups[0].choices
        by_place = {place: tuple(group) for place, group in groupby(answers, key=lambda choice: choice.place)}
        if at:
            return replace(asked, groups=(Group(by_place[at]),), before=tile) if at in by_place else None
        if len(answers) == len(by_place):
            return asked
        if len(answers) <= _MANY_WAYS or len(by_place) == 1:
            return replace(asked, groups=tuple(map(Group, by_place.values())))
        places = (
            MoveChoice(self.place(view, Move(PLAY, at=at)), Ask(f"{tile}@{at}"), Style.MAIN, at=at) for at in by_place
        )
        return replace(asked, groups=(Group(tuple(places)),))

    def _select_question(self, view: NosView, moves: Sequence[Move], text: str, title: str) -> Question | None:
        """Return a question whose answers are in selects; moves that read the same are one."""
        read = {self._any_label(view, move): move for move in reversed(moves)}
        choices = tuple(MoveChoice(f"⚠ {label}", move) for label, move in reversed(read.items()))
        return Question(text, (Group(choices, select=title),)) if choices else None

    def how(self, move: Move) -> str:
        """Return the outward half and join, if named."""
        if not move.value:
            return ""
        join = f", {self.w(f'variant.join.{move.value[-1]}')}" if move.value[-1] in "tm" else ""
        return f" · {self.w('hand.nos.outward', number=move.value[0])}{join}"

    def move_text(self, view: NosView, move: Move) -> str:
        if move.verb == _VARIANT:
            return variant_with_choices(self.w, move.value)
        text = super().move_text(view, move)
        return f"{text} · {self.w('hand.button.close')}" if move.verb == _CLOSE else text

    def _any_label(self, view: NosView, move: Move) -> str:
        """Return a short label for any move."""
        if move.tile is None:
            return self.label(view, move)
        return f"{move.tile} · {self.place(view, move)}" if move.at else str(move.tile)

    # --- Events ----------------------------------------------------------------------------------------------------

    def event_texts(self, events: Iterable[Event]) -> list[str]:
        """Return the events, merging payments of equal reason and amount."""
        lines: list[str] = []
        for _, group in groupby(self.merged_events(events), key=lambda event: isinstance(event, Paid)):
            together = list(group)
            payments = [event for event in together if isinstance(event, Paid)]
            lines += self._payment_texts(payments) if payments else super().event_texts(together)
        return lines

    def values_of(self, event: Event) -> dict[str, object]:
        values = super().values_of(event)
        if isinstance(event, VariantNamed):
            values["variant"] = variant_title(self.w, event.move.value)
        return values

    def detail(self, event: Event) -> str:
        if isinstance(event, Claimed):
            return _RIGHT if event.right else _WRONG
        if isinstance(event, StageBegan):
            return event.stage
        if isinstance(event, Offended):
            return event.letter
        return super().detail(event)

    def _payment_texts(self, payments: Sequence[Paid]) -> list[str]:
        """Return payments in words, equal ones merged by payer or receiver."""
        lines: list[tuple[str, int, list[int], list[int]]] = []
        for event in payments:
            payer, receiver = event.payer, event.receiver
            for reason, amount, payers, receivers in lines:
                if (reason, amount) != (event.reason, event.amount):
                    continue
                if payers == [payer] and receiver not in receivers:
                    receivers.append(receiver)
                    break
                if receivers == [receiver] and payer not in payers:
                    payers.append(payer)
                    break
            else:
                lines.append((event.reason, event.amount, [payer], [receiver]))
        return [self._payment_text(*line) for line in lines]

    def _payment_text(self, reason: str, amount: int, payers: Sequence[int], receivers: Sequence[int]) -> str:
        each = len(payers) + len(receivers) > 2
        return self.w(
            "event.paid",
            name=self.w.list([self.names.spoken[seat] for seat in payers]),
            to=self.w.list([self.names.spoken[seat] for seat in receivers]),
            amount=self.w("event.paid.each", number=amount) if each else f"{amount} $",
            reason=self.w(f"chips.reason.{reason}"),
        )

    # --- The end of a deal -----------------------------------------------------------------------------------------

    def term(self, event: Event) -> str:
        if isinstance(event, VariantNamed):
            return _MATADOR if has_matador_joins(event.move.value) else ""
        return _MELD if isinstance(event, MeldDeclared) else ""

    def is_in_count(self, event: Event) -> bool:
        return isinstance(event, Paid) and event.reason is PaymentReason.SETTLEMENT

    def score_text(self, score: int) -> str:
        return self.w.count("board.chips", score).replace("-", "−")

    def deal_end_fields(self, ending: NosDealEnd) -> tuple[tuple[str, Sequence[str]], ...]:
        """Return the payments with reasons, or totals if too many.

        After the first deal the word for the last payments is explained.
        """
        lines = self._payment_texts(ending.payments)
        if ending.number == 1 and any(self.is_in_count(event) for event in ending.payments):
            lines.append(f"-# {self.w('nos.settlement')}")
        if sum(map(len, lines)) > _LONG:
            lines = [
                f"{self.names.spoken[payer]} → {self.names.spoken[receiver]}: {amount} $"
                for payer, row in enumerate(ending.paid)
                for receiver, amount in enumerate(row)
                if amount
            ]
        return ((self.w("nos.payments"), lines or ["—"]),)


def _names_variant(view: NosView) -> bool:
    return view.phase is NosPhase.VARIANT and view.seat == view.turn


def _offences(view: NosView) -> tuple[Move, ...]:
    """Return the offences that the table still accepts."""
    return tuple(move for move in view.moves if move in view.improper)


def _tiles_text(tiles: Iterable[Tile]) -> str:
    return " ".join(f"`{tile}`" for tile in tiles)
