"""Redealing the hidden tiles of a running deal of Kent.

A seat knows its own hand at all times: the tiles dealt, passed, received, thrown away and drawn. It knows the acts of
the other seats, but not their tiles. The deal is replayed from these facts. A *token* is a tile that the seat has not
seen yet; it becomes a certain tile when the seat sees it. Tiles that reach the seat in a round are passed round to it
in that round. Otherwise the other seats act at random.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from games.core.tiles import ALL_TILES, FULL_SET, Tile, mask_of, tiles_in
from games.core.ways import HiddenHand, Ways

_TRIES: Final = 20
_HAND: Final = 3


class Act(NamedTuple):
    """One act in a deal: a ``pass``, ``throw``, ``renew`` or ``draw``.

    The tile is None for ``renew``, and in a redealt copy where it is unknown. `returned` is True for a pass whose
    receiver may throw the tile away.
    """

    kind: str
    seat: int
    tile: Tile | None
    returned: bool = False


@dataclass(frozen=True)
class DealHistory:
    """The history of a running deal; sets of tiles are masks.

    :ivar dealt: for each seat the tiles it was dealt; 0 in a redealt copy where they are unknown.
    :ivar boneyard: the next tile to draw is the last.
    :ivar passed: for each seat the tiles it has passed that have not been thrown away since.
    """

    dealt: tuple[int, ...]
    acts: tuple[Act, ...]
    hands: tuple[int, ...]
    boneyard: tuple[Tile, ...]
    passed: tuple[int, ...]
    thrown: int


def deal_again(history: DealHistory, seat: int, rng: Random) -> DealHistory:
    """Return a random history that the seat cannot tell from this one.

    If a few attempts fail, the tiles that the seat does not see now are dealt to possible places.
    """
    acts = _known(history.acts, seat, len(history.hands))
    for _ in range(_TRIES):
        try:
            return _Retelling(history, acts, seat, rng).history()
        except _StuckError:
            continue
    return _arranged(history, acts, seat, rng)


def _known(acts: Sequence[Act], seat: int, seats: int) -> tuple[Act, ...]:
    """Return the acts as the seat knows them."""
    before = (seat - 1) % seats
    return tuple(
        act
        if act.kind == "pass" and act.seat == before
        else act._replace(tile=act.tile if act.seat == seat else None, returned=False)
        for act in acts
    )


def _arranged(history: DealHistory, acts: tuple[Act, ...], seat: int, rng: Random) -> DealHistory:
    """Return a history that deals each unseen tile to a possible place."""
    seats = len(history.hands)
    own = history.hands[seat]
    elsewhere = FULL_SET & ~own
    can_be = _Whereabouts(history.dealt[seat], seat, seats).after(acts)
    sizes = [0 if other == seat else hand.bit_count() for other, hand in enumerate(history.hands)]
    sizes += [history.thrown.bit_count(), len(history.boneyard)]
    ways = Ways(elsewhere, [_pile(size, elsewhere & ~can) for size, can in zip(sizes, can_be, strict=True)])
    if not ways.total:  # a redealt copy, in which the tiles that this seat saw are unknown
        ways = Ways(elsewhere, [_pile(size, 0) for size in sizes])
    piles, _ = ways.draw(rng)
    boneyard = list(tiles_in(piles[-1]))
    rng.shuffle(boneyard)
    piles[seat] = own
    given = mask_of(act.tile for act in acts if act.kind == "pass" and act.seat == seat and act.tile)
    in_hands = 0
    for hand in piles[:seats]:
        in_hands |= hand
    passed = [0] * seats
    passed[seat] = history.passed[seat] & own | given & in_hands & ~own
    return DealHistory(
        dealt=tuple(dealt if other == seat else 0 for other, dealt in enumerate(history.dealt)),
        acts=acts,
        hands=tuple(piles[:seats]),
        boneyard=tuple(boneyard),
        passed=tuple(passed),
        thrown=piles[seats],
    )


def _pile(size: int, barred: int) -> HiddenHand:
    return HiddenHand(size, (barred,), (0,)) if barred and size else HiddenHand(size)


class _Whereabouts:
    """The masks of possible tiles: each hand, aside, boneyard.

    The observing seat knows its own tiles. It knows the acts of the other seats, but not their tiles.
    """

    def __init__(self, own: int, seat: int, seats: int) -> None:
        self._seat, self._seats = seat, seats
        self._can_be = [own if other == seat else FULL_SET & ~own for other in range(seats)]
        self._can_be += [0, FULL_SET & ~own]
        self._can_have_passed = [0] * seats

    def after(self, acts: Sequence[Act]) -> list[int]:
        """Return the masks after these actions."""
        for act in acts:
            if act.kind == "pass":
                self._move(act, (act.seat + 1) % self._seats, self._can_be[act.seat])
                self._can_have_passed[act.seat] |= act.tile.bit if act.tile else self._can_be[act.seat]
            elif act.kind == "draw":
                self._move(act, act.seat, self._can_be[self._boneyard])
            elif act.kind == "throw":
                self._move(act, self._aside, self._can_be[act.seat] & self._can_have_passed[act.seat])
                if act.tile:
                    self._can_have_passed = [passed & ~act.tile.bit for passed in self._can_have_passed]
            else:  # the boneyard is empty, and what lies aside becomes it
                self._can_be[self._boneyard], self._can_be[self._aside] = self._can_be[self._aside], 0
        return self._can_be

    @property
    def _aside(self) -> int:
        return self._seats

    @property
    def _boneyard(self) -> int:
        return self._seats + 1

    def _move(self, act: Act, target: int, which: int) -> None:
        """Add the act's tile, or all possible ones, to a place."""
        if act.tile:
            self._can_be = [mask & ~act.tile.bit for mask in self._can_be]
            which = act.tile.bit
        self._can_be[target] |= which


class _StuckError(Exception):
    """The failure of an attempt to reach the seat's knowledge."""


class _Token:
    """A tile, possibly not yet seen by the seat."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile | None = None) -> None:
        self.tile = tile


class _Retelling:
    """One attempt to replay a deal with the hidden tiles unknown."""

    def __init__(self, known: DealHistory, acts: tuple[Act, ...], seat: int, rng: Random) -> None:
        self._known, self._acts, self._seat, self._rng = known, acts, seat, rng
        self._seats = len(known.hands)
        self._flow = rng.random()
        """The chance that other seats pass on a tile on its way round, instead of a random one."""
        self._named = {tile: _Token(tile) for tile in tiles_in(known.dealt[seat])}
        sizes = [_HAND] * self._seats
        sizes[acts[0].seat if acts else max(range(self._seats), key=lambda s: known.hands[s].bit_count())] += 1
        if len(self._named) != sizes[seat]:
            raise _StuckError
        unseen = [_Token() for _ in range(len(ALL_TILES) - sizes[seat])]
        self._tokens = [*self._named.values(), *unseen]
        self._hands: list[list[_Token]] = []
        for other, size in enumerate(sizes):
            self._hands.append(list(self._named.values()) if other == seat else unseen[:size])
            unseen = unseen if other == seat else unseen[size:]
        self._dealt = [hand.copy() for hand in self._hands]
        self._boneyard = unseen
        self._passed: list[set[_Token]] = [set() for _ in sizes]
        self._aside: list[_Token] = []
        self._sightings = self._find_sightings()

    def _find_sightings(self) -> dict[Tile, list[tuple[int, str]]]:
        """Return each tile's sightings: ``returned``, ``new`` to the round, or ``drawn``."""
        found: dict[Tile, list[tuple[int, str]]] = {}
        for index, act in enumerate(self._acts):
            if act.tile and self._comes_to_seat(act):
                found.setdefault(act.tile, []).append((index, "returned" if act.returned else "new"))
            elif act.tile and act.kind == "draw":
                found.setdefault(act.tile, []).append((index, "drawn"))
        return found

    def _comes_to_seat(self, act: Act) -> bool:
        return act.kind == "pass" and (act.seat + 1) % self._seats == self._seat

    def history(self) -> DealHistory:
        """Return the replayed deal, with a tile for every token.

        :raises _StuckError: if this attempt fails.
        """
        done: list[tuple[Act, _Token | None]] = []
        for index, act in enumerate(self._acts):
            if act.kind == "renew":
                self._boneyard, self._aside = self._aside, []
                done.append((act, None))
                continue
            token, returned = self._apply_move(index, act)
            done.append((act._replace(returned=returned), token))
        unseen = [tile for tile in ALL_TILES if tile not in self._named]
        self._rng.shuffle(unseen)
        for token in self._tokens:
            if token.tile is None:
                token.tile = unseen.pop()
        self._rng.shuffle(self._boneyard)
        history = DealHistory(
            dealt=tuple(map(_mask, self._dealt)),
            acts=tuple(act._replace(tile=token.tile if token else None) for act, token in done),
            hands=tuple(map(_mask, self._hands)),
            boneyard=tuple(token.tile for token in self._boneyard if token.tile),
            passed=tuple(_mask(tokens) for tokens in self._passed),
            thrown=_mask(self._aside),
        )
        own = self._known.hands[self._seat]
        same = history.hands[self._seat] == own
        if not same or (history.passed[self._seat] ^ self._known.passed[self._seat]) & own:
            raise _StuckError
        return history

    def _apply_move(self, index: int, act: Act) -> tuple[_Token, bool]:
        """Apply an act; return its token, and True if it returned."""
        hand, own = self._hands[act.seat], act.seat == self._seat
        if act.kind == "draw":
            token = self._own_draw(act) if own else self._other_draw(index)
            self._boneyard.remove(token)
            hand.append(token)
            return token, False
        if own:
            token = self._own(act, hand)
        else:
            token = self._to_pass(index, act) if act.kind == "pass" else self._to_throw(index, act)
        hand.remove(token)
        if act.kind == "throw":
            for passed in self._passed:
                passed.discard(token)
            self._aside.append(token)
            return token, False
        following = (act.seat + 1) % self._seats
        self._hands[following].append(token)
        self._passed[act.seat].add(token)
        returned = token in self._passed[following]
        if following == self._seat and returned != act.returned:
            raise _StuckError
        return token, returned

    def _own(self, act: Act, hand: Sequence[_Token]) -> _Token:
        token = self._named.get(act.tile) if act.tile else None
        if token is None or token not in hand:
            raise _StuckError
        return token

    # --- What the seat draws and the others pass, throw and draw -----------------------------------------------------

    def _own_draw(self, act: Act) -> _Token:
        if act.tile in self._named or act.tile is None:
            return self._own(act, self._boneyard)
        return self._name(self._boneyard, act.tile)

    def _other_draw(self, index: int) -> _Token:
        """Return another seat's draw, preferably the next to reach the seat."""
        renewal = next((at for at in range(index, len(self._acts)) if self._acts[at].kind == "renew"), len(self._acts))
        expected, free = [], []
        for token in self._boneyard:
            time, how = self._next_sighting(token, index)
            if how == "new":
                expected.append((time, token))
            elif how != "drawn" or time > renewal:
                free.append(token)
        if expected:
            return min(expected, key=lambda each: each[0])[1]
        return self._any(free)

    def _to_throw(self, index: int, act: Act) -> _Token:
        """Return another seat's throw, preferably a tile that is drawn later."""
        eligible = self._throwable(self._hands[act.seat], act.seat, index)
        reborn = [token for token in eligible if self._next_sighting(token, index)[1]]
        return self._any(reborn or eligible)

    def _throwable(self, hand: Sequence[_Token], seat: int, index: int) -> list[_Token]:
        passed = self._passed[seat]
        return [t for t in hand if t in passed and self._next_sighting(t, index)[1] != "returned"]

    def _to_pass(self, index: int, act: Act) -> _Token:
        hand = self._hands[act.seat]
        last = self._comes_to_seat(act)
        due = next((each for each in self._acts[index:] if self._comes_to_seat(each)), None)
        if due and due.tile:
            token = self._named.get(due.tile)
            if token in hand:
                return token
            if last:
                return self._name(hand, due.tile)
            steps = (self._seat - act.seat) % self._seats
            later = [each for step in range(1, steps) for each in self._hands[(act.seat + step) % self._seats]]
            unseen = [each for each in hand if each.tile is None]
            if token is None and unseen and all(each.tile for each in later):
                return self._any(unseen)
        return self._any(self._on_its_way(index, hand) or hand)

    def _on_its_way(self, index: int, hand: Sequence[_Token]) -> list[_Token]:
        """Return tiles to be thrown this round, or sometimes known ones."""
        for act in self._acts[index:]:
            if act.seat == self._seat:
                break
            wanted = self._throwable(hand, act.seat, index) if act.kind == "throw" else []
            if wanted:
                return wanted
        return [token for token in hand if token.tile] if self._rng.random() < self._flow else []

    # --- Tokens ----------------------------------------------------------------------------------------------------

    def _name(self, tokens: Sequence[_Token], tile: Tile) -> _Token:
        """Turn an unseen token into this tile and return it."""
        if tile in self._named:
            raise _StuckError
        token = self._any([token for token in tokens if token.tile is None])
        token.tile = tile
        self._named[tile] = token
        return token

    def _any(self, tokens: Sequence[_Token]) -> _Token:
        if not tokens:
            raise _StuckError
        return self._rng.choice(tokens)

    def _next_sighting(self, token: _Token, index: int) -> tuple[int, str]:
        """Return the token's next sighting; its kind is "" without one."""
        if token.tile is None:
            return index, ""
        return next((each for each in self._sightings.get(token.tile, ()) if each[0] > index), (index, ""))


def _mask(tokens: Collection[_Token]) -> int:
    return mask_of(token.tile for token in tokens if token.tile)
