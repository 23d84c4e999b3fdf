"""Counting and uniform sampling of deals of hidden tiles.

Tiles that are alike for every hand form a class; only the number from each class matters. Dynamic programming over the
classes counts the ways to give each hand some tiles of each class. A way is then drawn with exact weights, class by
class, and the tiles of a class are shuffled.
"""

from collections.abc import Callable, Sequence
from math import comb
from random import Random
from typing import Final, NamedTuple

from games.core.tiles import Tile, mask_of, tiles_in

_PLAIN: Final = -1

Counts = tuple[int, ...]


class HiddenHand(NamedTuple):
    """The facts known about a hidden hand.

    :ivar size: the number of its tiles.
    :ivar kinds: disjoint masks of tiles.
    :ivar most: for each kind the most tiles of it in the hand; 0: none.
    :ivar weight: the weight of a hand by its number of tiles of each kind; None: every hand counts 1.
    """

    size: int
    kinds: tuple[int, ...] = ()
    most: Counts = ()
    weight: Callable[[Counts], int] | None = None

    def kind_of(self, tile: Tile) -> int:
        """Return the kind of a tile; -1 if it has none."""
        return next((kind for kind, mask in enumerate(self.kinds) if mask & tile.bit), _PLAIN)


class _Class(NamedTuple):
    """Tiles that are alike for every hand.

    :ivar takers: the bound hands that may hold them, each with its slot in the state (-1: not counted) and the
        slot's limit.
    :ivar judged: the hands whose weight is known after this class, each with the slots of its kinds.
    :ivar after: the number of tiles in later classes, and for each bound hand the number of them that it may hold.
    """

    tiles: tuple[Tile, ...]
    takers: tuple[tuple[int, int, int], ...]
    judged: tuple[tuple[Callable[[Counts], int] | None, slice], ...]
    after: tuple[int, Counts]


_State = tuple[int, ...]
"""The number of tiles left in the class, the room in each bound hand, the tiles given to each by kind."""
_Choices = tuple[int, tuple[tuple[int, int, _State], ...]]
"""A number of ways and its parts: ways, tiles given in this step, and the state after it."""


class Ways:
    """All ways to deal a mask's tiles to these hands and a rest.

    :ivar total: the number of ways, each multiplied by the weights of its hands. It leaves out the constant
        factors for the order of the rest and for the tiles of unrestricted hands.
    """

    def __init__(self, pool: int, hands: Sequence[HiddenHand]) -> None:
        self._pool = pool
        self._sizes = tuple(hand.size for hand in hands)
        self._bound = tuple(index for index, hand in enumerate(hands) if hand.kinds)
        bound = [hands[index] for index in self._bound]
        self._plain, self._classes = _classes(pool, bound)
        self._steps = [(cls, taker) for cls in self._classes for taker in cls.takers]
        self._last_of_class = [taker is cls.takers[-1] for cls, taker in self._steps]
        self._following = [*(cls.tiles for cls in self._classes[1:]), ()]
        self._class_of_step = [number for number, cls in enumerate(self._classes) for _ in cls.takers]
        self._memory: list[dict[_State, _Choices]] = [{} for _ in self._steps]
        rooms = tuple(hand.size for hand in bound)
        counted = (0,) * sum(len(hand.kinds) for hand in bound)
        self._start: _State = (len(self._classes[0].tiles) if self._classes else 0, *rooms, *counted)
        self.total = _weight_of_empty(bound, self._classes) * self._choices(0, self._start)[0]

    # --- Counting --------------------------------------------------------------------------------------------------

    def _choices(self, step: int, state: _State) -> _Choices:
        if step == len(self._steps):
            return self._ways_to_fill_up(state[1 : 1 + len(self._bound)]), ()
        known = self._memory[step].get(state)
        if known is None:
            known = self._memory[step][state] = self._count(step, state)
        return known

    def _count(self, step: int, state: _State) -> _Choices:
        _, (hand, slot, most) = self._steps[step]
        left, room = state[0], state[1 + hand]
        greatest = min(left, room) if slot < 0 else min(left, room, most - state[slot])
        total, found = 0, []
        for given in range(greatest + 1):
            following = list(state)
            following[0] -= given
            following[1 + hand] -= given
            if slot >= 0:
                following[slot] += given
            weight = self._close_class(step, following) if self._last_of_class[step] else 1
            if weight:
                after = tuple(following)
                ways = weight * comb(left, given) * self._choices(step + 1, after)[0]
                if ways:
                    total += ways
                    found.append((ways, given, after))
        return total, tuple(found)

    def _close_class(self, step: int, state: list[int]) -> int:
        """Begin the next class; return the completed hands' weight, possibly 0."""
        number = self._class_of_step[step]
        tiles_after, room_after = self._classes[number].after
        state[0] = len(self._following[number])
        rooms = state[1 : 1 + len(room_after)]
        if sum(rooms) > tiles_after or any(room > most for room, most in zip(rooms, room_after, strict=True)):
            return 0
        weight = 1
        for judge, slots in self._classes[number].judged:
            if judge:
                weight *= judge(tuple(state[slots]))
            state[slots] = [0] * (slots.stop - slots.start)
        return weight

    def _ways_to_fill_up(self, rooms: Counts) -> int:
        """Return the number of ways to fill up with unrestricted tiles."""
        left, ways = len(self._plain), 1
        for room in rooms:
            ways *= comb(left, room) if room <= left else 0
            left -= room
        return ways

    # --- Drawing one -----------------------------------------------------------------------------------------------

    def draw(self, rng: Random) -> tuple[list[int], list[Tile]]:
        """Return random hands as masks, and the shuffled rest.

        :raises ValueError: if there is no way.
        """
        if not self.total:
            raise ValueError("the hidden tiles cannot lie in these hands in any way")
        hands = [0] * len(self._sizes)
        dealt = 0
        state = self._start
        piles: dict[int, list[Tile]] = {}
        for step, (cls, (hand, _, _)) in enumerate(self._steps):
            number = self._class_of_step[step]
            if number not in piles:
                piles[number] = list(cls.tiles)
                rng.shuffle(piles[number])
            total, choices = self._memory[step][state]
            given, state = _chosen(total, choices, rng)
            if given:
                mask = mask_of(piles[number][-given:])
                del piles[number][-given:]
                hands[self._bound[hand]] |= mask
                dealt |= mask
        plain = list(self._plain)
        rng.shuffle(plain)
        for index, room in zip(self._bound, state[1:], strict=False):
            mask = mask_of(plain[:room])
            del plain[:room]
            hands[index] |= mask
            dealt |= mask
        free = list(tiles_in(self._pool & ~dealt))
        rng.shuffle(free)
        for index, size in enumerate(self._sizes):
            if index not in self._bound:
                hands[index] = mask_of(free[:size])
                del free[:size]
        return hands, free


def _chosen(total: int, choices: tuple[tuple[int, int, _State], ...], rng: Random) -> tuple[int, _State]:
    if len(choices) == 1:
        return choices[0][1:]
    point = rng.randrange(total)
    for ways, given, following in choices:
        if point < ways:
            return given, following
        point -= ways
    raise ValueError(f"{total} is not the sum of the ways of {choices}")


def _weight_of_empty(hands: Sequence[HiddenHand], classes: Sequence[_Class]) -> int:
    """Return the weight of hands whose kinds have no tiles left."""
    to_be_had = mask_of(tile for cls in classes for tile in cls.tiles)
    weight = 1
    for hand in hands:
        if hand.weight and not any(mask & to_be_had for mask in hand.kinds):
            weight *= hand.weight((0,) * len(hand.kinds))
    return weight


def _classes(pool: int, hands: Sequence[HiddenHand]) -> tuple[tuple[Tile, ...], list[_Class]]:
    """Return the tiles of no kind, and the other possible classes."""
    alike: dict[Counts, list[Tile]] = {}
    for tile in tiles_in(pool):
        kinds = tuple(hand.kind_of(tile) for hand in hands)
        if any(kind < 0 or hand.most[kind] for hand, kind in zip(hands, kinds, strict=True)):
            alike.setdefault(kinds, []).append(tile)
    plain = tuple(alike.pop((_PLAIN,) * len(hands), ()))
    order = sorted(alike.items(), key=lambda item: (sum(kind == _PLAIN for kind in item[0]), item[0]))
    first_slots, slot = [], 1 + len(hands)
    for hand in hands:
        first_slots.append(slot)
        slot += len(hand.kinds)
    last_counted = [
        max((number for number, (kinds, _) in enumerate(order) if kinds[index] >= 0), default=None)
        for index in range(len(hands))
    ]
    found = []
    for number, (kinds, tiles) in enumerate(order):
        takers = tuple(
            (index, first_slots[index] + kind if kind >= 0 else _PLAIN, hand.most[kind] if kind >= 0 else 0)
            for index, (hand, kind) in enumerate(zip(hands, kinds, strict=True))
            if kind < 0 or hand.most[kind]
        )
        judged = tuple(
            (hand.weight, slice(first_slots[index], first_slots[index] + len(hand.kinds)))
            for index, hand in enumerate(hands)
            if last_counted[index] == number
        )
        later = order[number + 1 :]
        room_after = tuple(
            len(plain) + sum(len(others) for kinds, others in later if kinds[index] < 0 or hand.most[kinds[index]])
            for index, hand in enumerate(hands)
        )
        tiles_after = len(plain) + sum(len(others) for _, others in later)
        found.append(_Class(tuple(tiles), takers, judged, (tiles_after, room_after)))
    return plain, found
