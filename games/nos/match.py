"""A match of Nos. Read `Nos` first.

The opener leads (or draws) the opening tile and names the variant. Players with enough doubles are asked for their
melds. Then tiles are played until one player has tiles left, the deal is blocked, or a player rightly closes it.
"""

from collections.abc import Sequence
from itertools import takewhile
from random import Random
from typing import Final

from games.core import events
from games.core.dealt import DealtMatch
from games.core.errors import IllegalMove
from games.core.events import Blocked, DealBegan, Dealt, Drew, Event, Out, Paid, PaymentReason, Played, Shown
from games.core.match import STOP, Family, FinishableMatch, GameInfo
from games.core.moves import DRAW, Move
from games.core.options import Option
from games.core.outcome import DealEndReason, EndReason, ranked
from games.core.refusals import NotYourTurn, Refusal
from games.core.tiles import DOUBLES, Tile, mask_of, tiles_in
from games.nos import offences, payments, refusals
from games.nos.deal import MELD, Deal, holder_of_the_highest_double
from games.nos.kernel import NosKernel, Stakes
from games.nos.variants import CLOSE, VARIANTS, StageCourse
from games.nos.view import NosDealEnd, NosPhase, NosView


class NoDouble(Event):
    """No one was dealt a double; this deal is dealt again."""

    number: int


class VariantNamed(Event):
    """`seat` names a variant: the value of `move`."""

    kind = "variant"
    seat: int
    move: Move


class MeldDeclared(Event):
    """`seat` declares the doubles `tiles`, `count` of them."""

    kind = "meld"
    seat: int
    tiles: tuple[Tile, ...]
    count: int


class NoMeld(Event):
    """`seat` was asked for doubles and declares none."""

    seat: int


class PlayedOneWay(Played):
    """A tile was laid in one of several ways, given by `move`."""

    move: Move


class StageBegan(Event):
    """The next stage begins and demands `count` tiles."""

    kind = "stage"
    stage: str
    count: int


class Claimed(Event):
    """`seat` claimed a block by the last tile; `right` if true."""

    kind = "claim"
    seat: int
    right: bool


class Offended(Event):
    """`seat` committed the offence `letter`, possibly with a tile at `at`."""

    kind = "offence"
    seat: int
    tiles: tuple[Tile, ...]
    at: str
    letter: str


class Leaving(Event):
    """`seat` will leave when the deal ends."""

    seat: int


class Left(Event):
    """`seat` has left."""

    seat: int


class Finished(Event):
    """The table has ended the match; the running deal is dropped."""


_FEWEST: Final = 3
_LEAVE: Final = Move("leave")
_STOP: Final = Move(STOP)


class _HasLeft(Refusal):
    sentence = "seat {seat} is leaving the match or has left it"
    seat: int


class LeavableMatch(FinishableMatch, DealtMatch):
    """A match that players may leave and the table may end."""

    _players: tuple[int, ...]
    """The seats that still play the match."""
    _leaving: frozenset[int]
    """The seats that leave when the deal ends."""

    def _reset(self) -> None:
        super()._reset()
        self._players = tuple(range(self.seats))
        self._leaving = frozenset()

    def _release_leavers(self) -> bool:
        """Remove the leaving players; return True if three or more stay."""
        for seat in sorted(self._leaving):
            self._emit(Left(seat))
        self._players = tuple(seat for seat in self._players if seat not in self._leaving)
        self._leaving = frozenset()
        if len(self._players) < _FEWEST:
            self._finish(ranked(self._scores), EndReason.TOO_FEW)
        return self.outcome is None

    def leave(self, seat: int) -> list[Event]:
        """Mark a player as leaving at the end of the deal.

        Tables do not call this: a computer takes the seat of a person who leaves at once, and plays on.

        :raises NoSuchSeat: if there is no such seat.
        :raises IllegalMove: if the match is over, or the player is leaving or has left.
        """
        self._check_running(seat)
        if seat not in self._players or seat in self._leaving:
            raise IllegalMove(_HasLeft(seat=seat))
        self._log.append((seat, _LEAVE))
        self._leaving |= {seat}
        self._emit(Leaving(seat))
        return self.events[-1:]

    def _apply_finish(self) -> None:
        """Drop the running deal unsettled, but keep its payments."""
        self._emit(Finished())
        self._finish(ranked(self._scores), EndReason.FINISHED)

    def stop(self, seat: int = 0) -> list[Event]:
        """End the match early, without the running deal's payments.

        :param seat: the seat to record as the one that ended it.
        :raises NoSuchSeat: if there is no such seat.
        :raises IllegalMove: if the match is over.
        """
        self._check_running(seat)
        mark = len(self.events)
        self._log.append((seat, _STOP))
        self._scores = list(self.last_deal.scores) if self.last_deal is not None else [0] * self.seats
        self._emit(Finished())
        self._finish(ranked(self._scores), EndReason.STOPPED)
        return self.events[mark:]

    def apply(self, seat: int, text: str) -> list[Event]:
        """Apply a move, or ``leave``, ``finish`` or ``stop``."""
        if text == STOP:
            return self.stop(seat)
        return self.leave(seat) if text == str(_LEAVE) else super().apply(seat, text)


_DEALS: Final = 10

_ENDED_BY: Final = {DealEndReason.OUT: Out, DealEndReason.BLOCKED: Blocked, DealEndReason.CLOSED: Claimed}
"""The event that begins a deal's end, for each reason."""


class Nos(LeavableMatch):
    """A match for chips, whose scores always sum to zero.

    >>> match = Nos(seats=3, seed="an example")
    >>> match.view(None).phase
    <NosPhase.OPENING: 'opening'>
    >>> sum(match.scores)
    0
    """

    key = "nos"
    computers = "games.nos.computers"
    number = 7
    info = GameInfo(Family.GAMBLING, minutes=40, chips=True, forced_moves_are_public=False)
    seat_counts = (3, 4, 5)
    option_list = (
        Option("deals", (*range(1, 21), 25, 30, 40, 50, 0), _DEALS),
        Option("fines", (False, True), default=False),
    )
    last_deal: NosDealEnd | None
    mutable = LeavableMatch.mutable | {"_deal"}

    _fines: bool
    """Whether the table accepts offences and fines them."""
    _deal: Deal
    """The running deal."""
    _deal_begins: int
    """The index of its first event."""
    _legal: tuple[Move, ...] | None
    """The legal moves of the seat to move; None until first use."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._fines = bool(self.options["fines"])

    def _begin(self) -> None:
        self._begin_deal(None)

    def _begin_deal(self, opener: int | None) -> None:
        """Deal until there is an opener: the given one or by double."""
        self._deal_number += 1
        by_double = opener is None
        while True:
            hands, rest = self._dealt()
            opener = holder_of_the_highest_double(hands) if by_double else opener
            if opener is not None:
                break
            self._emit(NoDouble(self._deal_number))
        self._opener = opener
        self._deal_begins = len(self.events)
        self._deal = Deal(self._players, hands, rest, opener, by_double=by_double)
        self._emit(DealBegan(opener, self._deal_number))
        for seat in self._players:
            tiles = tiles_in(hands[seat])
            self._emit(Dealt(seat, tiles, len(tiles), (seat,)))
        self._legal = None

    def _dealt(self) -> tuple[list[int], list[Tile]]:
        """Return the next deal's hands, as masks, and boneyard."""
        size = 8 - len(self._players)
        tiles = self._next_permutation()
        hands = [0] * self.seats
        for place, seat in enumerate(self._players):
            hands[seat] = mask_of(tiles[place * size : (place + 1) * size])
        return hands, tiles[len(self._players) * size :]

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        """Return the seat to move, and with fines possible offenders."""
        if self.outcome:
            return ()
        if not self._fines:
            return (self._deal.turn,)
        return (self._deal.turn, *self._deal.offenders_out_of_turn())

    def is_endless(self) -> bool:
        """Return True if the match has no fixed number of deals."""
        return self.options["deals"] == 0

    def is_cut_short(self) -> bool:
        """Return True if stopped before half the deals (endless: five)."""
        if self.outcome is None or self.outcome.reason is not EndReason.STOPPED:
            return False
        played = self.last_deal.number if self.last_deal is not None else 0
        return 2 * played < int(self.options["deals"] or _DEALS)

    def to_move(self) -> int | None:
        return None if self.outcome else self._deal.turn

    def moves(self, seat: int) -> tuple[Move, ...]:
        if self.outcome:
            return ()
        if seat == self._deal.turn:
            if self._legal is None:
                self._legal = self._deal.proper() + self.offences(seat)
            return self._legal
        return self.offences(seat)

    def offences(self, seat: int) -> tuple[Move, ...]:
        if not self._fines or self.outcome or seat not in self._players:
            return ()
        return self._deal.offences(seat)

    def offence_count(self, seat: int) -> int:
        in_deal = takewhile(lambda event: not isinstance(event, DealBegan), reversed(self.events))
        return sum(isinstance(event, Offended) and event.seat == seat for event in in_deal)

    def at_stake(self, seat: int) -> int:
        deal = self._deal
        counts = [hand.bit_count() for hand in deal.hands]
        melding = deal.phase is NosPhase.MELD and deal.turn != seat
        return payments.at_stake(counts[seat], [counts[other] for other in deal.others(seat)], melding=melding)

    def sensible_moves(self, seat: int) -> tuple[Move, ...]:
        """Return the proper moves without claims, which are a gamble."""
        if self.outcome or seat != self._deal.turn:
            return ()
        proper = self._deal.proper() if self._fines else self.moves(seat)
        return tuple(move for move in proper if move.verb != CLOSE)

    def _refusal_of(self, seat: int, move: Move) -> Refusal:
        deal = self._deal
        if seat != deal.turn:
            return NotYourTurn(seat=seat)
        hand = deal.hands[seat]
        if deal.phase is NosPhase.PLAY:
            return refusals.in_play(seat, move, deal.line, hand, deal.face_up[seat], deal.not_yet, deal.proper())
        if deal.phase is NosPhase.OPENING:
            return refusals.of_opening(seat, move, hand, deal.opening_doubles())
        return refusals.of_answer(move, deal.phase)

    # --- Doing a move: the opening, the variant, the melds ---------------------------------------------------------

    def _apply_move(self, seat: int, move: Move) -> None:
        phase = self._deal.phase
        if self._fines and (seat != self._deal.turn or move not in self._deal.proper()):
            self._offend(seat, move)
        elif phase is NosPhase.PLAY:
            self._apply_in_play(seat, move)
        elif phase is NosPhase.OPENING:
            self._open(seat, move.tile)
        elif phase is NosPhase.VARIANT:
            self._name_variant(seat, move)
        else:
            self._answer(seat, declared=move == MELD)
        self._legal = None

    def _open(self, seat: int, led: Tile | None) -> None:
        """Lay the opening tile, led or drawn, and make its payments."""
        deal = self._deal
        if led is not None:
            tile, amount, reason = led, payments.value(led), PaymentReason.OPENING
        else:
            deal.knowledge.lacks_doubles(seat, 0)
            tile = deal.draw(seat, hidden=False)
            amount, reason = payments.drawn_opening(tile), PaymentReason.DRAWN_OPENING
            self._emit(Drew(seat, (tile,)))
            deal.face_up[seat] |= tile.bit  # seen by all on its way from the boneyard to the table
        deal.leave_hand(seat, tile)
        deal.line.open(tile)
        deal.just_placed = seat
        deal.phase = NosPhase.VARIANT
        self.events.append(events.played(seat, tile, ""))
        for other in deal.others(seat):
            payer, receiver = (other, seat) if tile.is_double else (seat, other)
            self._pay(payer, receiver, amount, reason)

    def _name_variant(self, seat: int, move: Move) -> None:
        deal = self._deal
        self._emit(VariantNamed(seat, move))
        deal.course = StageCourse(VARIANTS[move.value], deal.line)
        deal.phase = NosPhase.MELD
        deal.ask_for_melds(seat)

    def _answer(self, seat: int, *, declared: bool) -> None:
        deal = self._deal
        if declared:
            doubles = tiles_in(deal.hands[seat] & DOUBLES)
            self._emit(MeldDeclared(seat, doubles, len(doubles)))
            for tile in doubles:
                deal.uncover(seat, tile)
                deal.melded[seat] |= tile.bit
            deal.knowledge.lacks_doubles(seat, 0)
            for other in deal.others(seat):
                self._pay(other, seat, payments.meld(len(self._players), len(doubles)), PaymentReason.MELD)
        else:
            self._emit(NoMeld(seat))
        following = deal.next[seat]
        if following == deal.opener:
            deal.begin_play()
        else:
            deal.ask_for_melds(following)

    # --- Doing a move: play ----------------------------------------------------------------------------------------

    def _apply_in_play(self, seat: int, move: Move) -> None:
        deal = self._deal
        if move.tile is not None:
            self._place(seat, move.tile, move)
        elif move == DRAW:
            self._emit(events.drew(seat, deal.draw(seat, hidden=True)))
        else:
            fitting = deal.line.fitting()
            deal.knowledge.lacks(seat, fitting)
            self._pass(seat, forced=not deal.not_yet & fitting)

    def _pass(self, seat: int, *, forced: bool) -> None:
        """Pass; only forced passes block a deal."""
        deal = self._deal
        deal.passes = deal.passes + 1 if forced else 0
        deal.just_placed = None
        self.events.append(events.passed(seat))
        if deal.passes == deal.in_play():
            self.events.append(events.blocked())
            self._end_deal(DealEndReason.BLOCKED)
        else:
            deal.pass_turn()

    def _place(self, seat: int, tile: Tile, move: Move) -> None:
        """Lay a tile, then pay premium, going out, claim and settlement."""
        deal, line = self._deal, self._deal.line
        line.join(tile, move.at, move.value)
        deal.leave_hand(seat, tile)
        deal.acts.append((seat, 0, tile.bit))
        deal.passes = 0
        if move.value:
            self._emit(PlayedOneWay(seat, (tile,), move.at, move))
        else:
            self.events.append(events.played(seat, tile, move.at))
        neighbour = deal.before[seat]
        if tile.is_double and deal.just_placed == neighbour and line.tiles[-1].on == len(line.tiles) - 2:
            self._pay(neighbour, seat, payments.premium(tile), PaymentReason.PREMIUM)
        deal.just_placed = seat
        course = deal.course
        if course and course.placed(move, line):
            self._emit(StageBegan(course.stage.name, course.left))
        if not deal.hands[seat]:
            self._go_out(seat)
        right = move.verb == CLOSE and deal.is_blocked()
        if move.verb == CLOSE:
            self._claim(seat, right=right)
            if not right:
                deal.knowledge.claimed_wrongly(deal.fitting_off_table())
        if right:
            self._end_deal(DealEndReason.CLOSED)
        elif deal.in_play() == 1:
            self._end_deal(DealEndReason.OUT)
        else:
            deal.pass_turn()

    def _go_out(self, seat: int) -> None:
        deal = self._deal
        self.events.append(events.out(seat))
        deal.out.append(seat)
        if len(deal.out) == 1:
            for other in deal.others(seat):
                self._pay(other, seat, payments.OUT, PaymentReason.OUT)

    def _claim(self, seat: int, *, right: bool) -> None:
        """Pay for a claim, to or from all others in play."""
        self._emit(Claimed(seat, right))
        for other in self._deal.others(seat):
            if self._deal.hands[other] and right:
                self._pay(other, seat, payments.RIGHT_CLAIM, PaymentReason.CLAIM)
            elif self._deal.hands[other]:
                self._pay(seat, other, payments.WRONG_CLAIM, PaymentReason.WRONG_CLAIM)

    def _offend(self, seat: int, move: Move) -> None:
        """Collect a fine; the tile concerned lies face up in hand."""
        deal = self._deal
        letter = offences.letter(move, deal.phase, on_turn=seat == deal.turn)
        tile = move.tile
        if tile is not None:
            deal.uncover(seat, tile)
        elif move == DRAW:
            tile = deal.draw(seat, hidden=False)
            self._emit(Drew(seat, (tile,)))
        self._emit(Offended(seat, (tile,) if tile else (), move.at, letter))
        if tile is not None:
            deal.face_up[seat] |= tile.bit
            if letter == "c":
                deal.not_yet |= tile.bit
        if letter == "b":
            deal.drew_against_the_rules = True
            deal.knowledge.has_doubles(seat, 1)
        for other in deal.others(seat):
            self._pay(seat, other, payments.FINE, PaymentReason.FINE)
        if letter == "d":
            self._pass(seat, forced=False)

    def _pay(self, payer: int, receiver: int, amount: int, reason: PaymentReason) -> None:
        if not amount:
            return
        self._scores[payer] -= amount
        self._scores[receiver] += amount
        self._deal.paid[payer][receiver] += amount
        self._emit(Paid(payer, receiver, amount, reason))

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _end_deal(self, reason: DealEndReason) -> None:
        deal = self._deal
        first = len(self.events) - 1
        while not isinstance(self.events[first], _ENDED_BY[reason]):
            first -= 1
        hands, values = tuple(map(tiles_in, deal.hands)), deal.values()
        for seat in self._players:
            if hands[seat]:
                self._emit(Shown(seat, hands[seat], values[seat]))
        for payer, receiver, amount in payments.settlement(self._players, values):
            self._pay(payer, receiver, amount, PaymentReason.SETTLEMENT)
        paid = tuple(map(tuple, deal.paid))
        self.last_deal = NosDealEnd(
            number=self._deal_number,
            reason=reason,
            winners=tuple(deal.out[:1]),
            line=deal.line.view(),
            hands=hands,
            points=tuple(sum(row[seat] for row in paid) - sum(paid[seat]) for seat in range(self.seats)),
            scores=self.scores,
            events=tuple(self.events[first:]),
            variant=str(deal.course.variant.choice) if deal.course else "",
            counted=values,
            paid=paid,
            payments=tuple(event for event in self.events[self._deal_begins :] if isinstance(event, Paid)),
        )
        if self._deal_number == self.options["deals"]:
            self._finish(ranked(self._scores), EndReason.DEALS)
        else:
            self._continue(deal.loser())

    def _continue(self, opener: int) -> None:
        """Remove leavers and begin the next deal."""
        if not self._release_leavers():
            return
        while opener not in self._players:
            opener = self._deal.next[opener]
        self._begin_deal(opener)

    @property
    def deal(self) -> Deal:
        """The running deal, including its secrets."""
        return self._deal

    def set_up(self, deal: Deal, *, scores: Sequence[int] = ()) -> None:
        """Continue from a given deal, optionally with other scores.

        The record does not contain this deal, so the match can no longer be pickled.
        """
        self._deal, self._opener, self._legal = deal, deal.opener, None
        self._scores = list(scores or self._scores)
        self._redealt = True

    # --- What computers think on -----------------------------------------------------------------------------------

    def kernel(self, *, in_chips: bool = False) -> NosKernel:
        """Return the running deal after its opening, including its secrets.

        :param in_chips: whether its worths are chips in place of the chance to win the match.
        """
        deals = int(self.options["deals"])
        left = deals - self._deal_number if deals else None
        return NosKernel(self._deal, Stakes(self._players, self.scores, left, in_chips))

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> NosView:
        deal, course = self._deal, self._deal.course
        return NosView(
            line=deal.line.view(),
            drawable=deal.drawable(),
            alike=deal.line.alike(),
            turn=self.to_move(),
            phase=deal.phase,
            variant=str(course.variant.choice) if course else "",
            choice=course.variant.choice if course else None,
            stage=course.stage.name if course else "",
            stage_left=course.left if course else 0,
            melds=tuple(map(tiles_in, deal.melded)),
            face_up=tuple(map(tiles_in, deal.face_up)),
            not_yet=next(iter(tiles_in(deal.not_yet)), None),
            out=tuple(deal.out),
            players=self._players,
            leaving=tuple(sorted(self._leaving)),
            paid=tuple(map(tuple, deal.paid)),
            improper=() if seat is None else self.offences(seat),
            **self._view_fields(seat),
        )

    def _held(self) -> list[int]:
        return self._deal.hands

    def _boneyard_tiles(self) -> list[Tile]:
        return self._deal.boneyard

    def _table_tiles(self) -> list[Tile]:
        return [placed.tile for placed in self._deal.line.tiles]

    def _redeal(self, seat: int, rng: Random) -> None:
        self._deal.redeal(seat, rng)
        self._legal = None
