"""The seventeen variants of Nos, as stages of gates.

A gate is the set of tiles that an open end takes. A row has one gate for each open number; the stages of a variant
change the rows of the arms. Wherever a tile may be played, it may also be played with a claim ("I close").
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from games.core.line import ARMS, LineView
from games.core.moves import PLAY, Move
from games.core.tiles import ALL_TILES, HIGHEST, Tile, mask_of

from .line import MATADORS, Gate, Line, Ways, matador, traditional

CLOSE: Final = "close"
"""The verb of a tile played with the claim that it blocks the layout."""

Row = tuple[Gate, ...]


class Join(Enum):
    """The joins of tiles, by their letters in moves."""

    TRADITIONAL = "t"
    MATADOR = "m"


_WAYS: Final[Mapping[Join, Callable[[int], Ways]]] = {Join.TRADITIONAL: traditional, Join.MATADOR: matador}


def _row(ways: Callable[[int], Ways], *, locked: bool = False, demanded: bool = False) -> Row:
    return tuple(
        Gate(number, ways(number), locked=locked, demanded=demanded, verbs=(PLAY, CLOSE))
        for number in range(HIGHEST + 1)
    )


def _nothing(_number: int) -> Ways:
    return {}


def _unlocking(join: Join, *, matadors: bool) -> Callable[[int], Ways]:
    """Return a join for doubles, and optionally matadors."""
    return lambda number: {
        tile: ways for tile, ways in _WAYS[join](number).items() if tile.is_double or (matadors and tile in MATADORS)
    }


def _broken(*joins: Join) -> Callable[[int], Ways]:
    """Return the joins on the sides of a broken cross.

    Moves name the outward half and the join. A double names neither: it can only be a matador join, because the double
    of its number has opened.
    """
    return lambda number: {
        tile: found
        for tile in {**traditional(number), **matador(number)}
        if (found := {text: half for join in joins for text, half in _named_ways(join, number).get(tile, {}).items()})
    }


def _named_ways(join: Join, number: int) -> Ways:
    return {
        tile: {"" if tile.is_double else f"{half}{join.value}": half for half in ways.values()}
        for tile, ways in _WAYS[join](number).items()
        if join is Join.MATADOR or not tile.is_double
    }


FREE: Final = {join: _row(_WAYS[join]) for join in Join}
"""The joins of any fitting tile."""

DEMANDED: Final = {join: _row(_WAYS[join], demanded=True) for join in Join}
"""The joins where the building stage demands a tile."""

WAITING: Final = _row(_nothing)
"""Nothing for now: the building stage demands tiles elsewhere."""

LOCKED: Final = {join: _row(_unlocking(join, matadors=False), locked=True) for join in Join}
"""A fitting double only."""

LOCKED_TO_MATADORS_TOO: Final = {join: _row(_unlocking(join, matadors=True), locked=True) for join in Join}
"""A fitting double or a matador."""

BROKEN: Final = {joins: _row(_broken(*joins), demanded=True) for joins in (tuple(Join), *((join,) for join in Join))}
"""The sides of a broken cross: by the joins that it still lacks."""


class Opening(Enum):
    """The opening tiles that a variant needs."""

    ANY = "any"
    DOUBLE = "double"
    DOUBLE_BUT_NOT_BLANK = "double_but_not_blank"
    DOUBLE_BLANK = "double_blank"

    def allows(self, tile: Tile) -> bool:
        """Return True if the tile may open the variant."""
        match self:
            case Opening.ANY:
                return True
            case Opening.DOUBLE:
                return tile.is_double
            case Opening.DOUBLE_BUT_NOT_BLANK:
                return tile.is_double and tile.pips > 0
            case Opening.DOUBLE_BLANK:
                return tile.pips == 0


@dataclass(frozen=True)
class PlayStage:
    """A stage of a variant.

    :ivar name: ``cross``, ``triangle``, ``fourth`` (side), ``demand``, ``doubles`` (locked arms) or ``free``.
    :ivar ends: for every arm the joins of its open end now, and those that will follow.
    :ivar tiles: the number of tiles after which the next stage begins; 0: this is the last.
    :ivar lacking: for a broken cross, the number of tiles of each join that it needs.
    """

    name: str
    ends: Mapping[str, tuple[Row, Row]]
    tiles: int = 0
    lacking: Mapping[Join, int] | None = None


class VariantChoice(NamedTuple):
    """The opener's choice: a variant and its sub-choices.

    `schema` is a, b or c (for 17 ``doubles`` or nothing), `half` the side of the opening tile that takes the first
    tiles (for 12 the matador side), `tiles` the number demanded there, `first` and `rest` the joins of the
    opening part and of the rest (t or m).
    """

    number: int
    schema: str = ""
    half: str = ""
    tiles: int = 0
    first: str = ""
    rest: str = ""

    def __str__(self) -> str:
        return "/".join(str(part) for part in self if part)


@dataclass(frozen=True)
class Variant:
    """A variant with its sub-choices."""

    choice: VariantChoice
    opening: Opening
    stages: tuple[PlayStage, ...]


# --- Stages -----------------------------------------------------------------------------------------------------------

Joins = Mapping[str, Join]
"""The join at each arm."""

_ENDS: Final = ("left", "right")
_THREE: Final = ("left", "right", "up")
_FOUR: Final = ("left", "right", "up", "down")
_ACROSS: Final = {"left": "right", "right": "left"}
_T, _M = Join.TRADITIONAL, Join.MATADOR


def _line(join: Join) -> Joins:
    return dict.fromkeys(_ENDS, join)


def _four(join: Join) -> Joins:
    return dict.fromkeys(_FOUR, join)


def _three(join: Join) -> Joins:
    return dict.fromkeys(_THREE, join)


_VOLAPUK_CROSS: Final = {"left": _M, "right": _M, "up": _T, "down": _T}


def _sides(name: str, joins: Joins) -> PlayStage:
    """Return a stage that demands one tile on each side."""
    return PlayStage(name, {at: (DEMANDED[join], WAITING) for at, join in joins.items()}, len(joins))


def _cross(joins: Joins) -> PlayStage:
    return _sides("cross", joins)


def _triangle() -> PlayStage:
    """Return the stage of three matadors on 0-0."""
    return _sides("triangle", _three(_M))


def _fourth_side(join: Join) -> PlayStage:
    return PlayStage(
        "fourth", {**dict.fromkeys(_THREE, (WAITING, WAITING)), "down": (DEMANDED[join], WAITING)}, tiles=1
    )


def _broken_cross() -> PlayStage:
    return PlayStage("cross", dict.fromkeys(_FOUR, (BROKEN[_T, _M], WAITING)), tiles=4, lacking={_T: 2, _M: 2})


def _demand(half: str, count: int, join: Join) -> PlayStage:
    """Return a stage that demands tiles at one half."""
    row = DEMANDED[join]
    return PlayStage("demand", {half: (row, row), _ACROSS[half]: (WAITING, WAITING)}, count)


def _free(joins: Joins) -> PlayStage:
    return PlayStage("free", {at: (FREE[join], FREE[join]) for at, join in joins.items()})


def _doubles(joins: Joins) -> PlayStage:
    """Return the stage in which doubles unlock the arms."""
    return PlayStage("doubles", {at: (LOCKED[join], FREE[join]) for at, join in joins.items()})


def _doubles_or_matadors(joins: Joins) -> PlayStage:
    return PlayStage("doubles", {at: (LOCKED_TO_MATADORS_TOO[join], FREE[join]) for at, join in joins.items()})


# --- The table --------------------------------------------------------------------------------------------------------

_ANY, _DOUBLE = Opening.ANY, Opening.DOUBLE
_NOT_BLANK, _BLANK = Opening.DOUBLE_BUT_NOT_BLANK, Opening.DOUBLE_BLANK


def _variant(choice: VariantChoice | int, opening: Opening, *stages: PlayStage) -> Variant:
    return Variant(VariantChoice(choice) if isinstance(choice, int) else choice, opening, stages)


_TABLE: Final = (
    # Traditional, plain, with cross, with cross of doubles
    _variant(1, _ANY, _free(_line(_T))),
    _variant(2, _DOUBLE, _cross(_four(_T)), _free(_four(_T))),
    _variant(3, _DOUBLE, _cross(_four(_T)), _doubles(_four(_T))),
    # Matador, plain, with cross, with cross of doubles
    _variant(4, _ANY, _free(_line(_M))),
    _variant(5, _NOT_BLANK, _cross(_four(_M)), _free(_four(_M))),
    _variant(6, _NOT_BLANK, _cross(_four(_M)), _doubles_or_matadors(_four(_M))),
    # Traditional cross, then matador
    _variant(7, _DOUBLE, _cross(_four(_T)), _free(_four(_M))),
    _variant(8, _DOUBLE, _cross(_four(_T)), _doubles_or_matadors(_four(_M))),
    # Matador cross, then traditional
    _variant(9, _NOT_BLANK, _cross(_four(_M)), _free(_four(_T))),
    _variant(10, _NOT_BLANK, _cross(_four(_M)), _doubles(_four(_T))),
    # Demands: first at one half, then at the other; or a number of tiles at one half first
    *(
        _variant(
            VariantChoice(11, "a", half, 0, first.value, rest.value),
            _ANY,
            _demand(half, 1, first),
            _demand(_ACROSS[half], 1, first),
            _free(_line(rest)),
        )
        for half in _ENDS
        for first in Join
        for rest in Join
    ),
    *(
        _variant(
            VariantChoice(11, "b", half, count, first.value, rest.value),
            _ANY,
            _demand(half, count, first),
            _free(_line(rest)),
        )
        for half in _ENDS
        for count in (1, 2, 3, 4)
        for first in Join
        for rest in Join
    ),
    # Volapük: one half matador, the other traditional; of a cross two opposite arms each
    *(_variant(VariantChoice(12, "a", half), _ANY, _free({half: _M, _ACROSS[half]: _T})) for half in _ENDS),
    _variant(VariantChoice(12, "b"), _DOUBLE, _cross(_VOLAPUK_CROSS), _free(_VOLAPUK_CROSS)),
    _variant(VariantChoice(12, "c"), _DOUBLE, _cross(_VOLAPUK_CROSS), _doubles(_VOLAPUK_CROSS)),
    # Triangles
    _variant(13, _BLANK, _triangle(), _free(_three(_M))),
    _variant(14, _BLANK, _triangle(), _doubles(_three(_M))),
    _variant(15, _BLANK, _triangle(), _free(_three(_T))),
    _variant(16, _BLANK, _triangle(), _fourth_side(_T), _free(_four(_T))),
    # Broken cross
    _variant(17, _DOUBLE, _broken_cross(), _free(_four(_T))),
    _variant(VariantChoice(17, "doubles"), _DOUBLE, _broken_cross(), _doubles(_four(_T))),
)

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType({str(variant.choice): variant for variant in _TABLE})
"""All variants with all their sub-choices, by the texts that name them: ``3``, ``11/a/left/t/m``."""

ALLOWED: Final[Mapping[Tile, tuple[str, ...]]] = MappingProxyType(
    {tile: tuple(text for text, variant in VARIANTS.items() if variant.opening.allows(tile)) for tile in ALL_TILES}
)
"""The variants that each opening tile allows."""


class StageCourse:
    """The progress of a line through the stages of its variant.

    :param variant: the opener's choice.
    :param line: the line with only the opening tile; the first stage sets its ends.
    """

    __slots__ = ("_lacking", "_number", "left", "variant")

    def __init__(self, variant: Variant, line: Line) -> None:
        self.variant = variant
        self._number = 0
        self.left = 0
        """The number of tiles that the stage still demands."""
        self._lacking: dict[Join, int] = {}
        self._begin_stage(line)

    def copy(self) -> Self:
        """Return a copy, for use with a copy of the line."""
        twin: Self = object.__new__(type(self))
        twin.variant, twin._number, twin.left = self.variant, self._number, self.left
        twin._lacking = self._lacking.copy()
        return twin

    @property
    def number(self) -> int:
        """The index of the current stage."""
        return self._number

    @property
    def stage(self) -> PlayStage:
        """The current stage."""
        return self.variant.stages[self._number]

    def lacking(self, join: Join) -> int:
        """Return the tiles of a join that a broken cross lacks."""
        return self._lacking.get(join, 0)

    def placed(self, move: Move, line: Line) -> bool:
        """Count a placed tile; return True if the next stage begins."""
        if not self.left:
            return False
        self.left -= 1
        if not self.left:
            self._number += 1
            self._begin_stage(line)
            return True
        if self._lacking:
            self._joined(move, line)
        return False

    def _begin_stage(self, line: Line) -> None:
        self.left = self.stage.tiles
        self._lacking = dict(self.stage.lacking or {})
        for at, (now, after) in self.stage.ends.items():
            if at not in line.gates:
                line.open_arm(at, 0, line.tiles[0].outward)
                line.spinner = 0
            line.regate(at, now, after)

    def _joined(self, move: Move, line: Line) -> None:
        """Count a join; bar its kind from the cross once complete."""
        join = Join.TRADITIONAL if move.value.endswith(Join.TRADITIONAL.value) else Join.MATADOR
        self._lacking[join] -= 1
        if self._lacking[join]:
            return
        row = BROKEN[tuple(kind for kind, count in self._lacking.items() if count)]
        for at, gate in line.gates.items():
            if gate.demanded:
                line.regate(at, row, line.rows[at])


_FEWEST: Final = 3
"""The fewest tiles that an example adds to the opening tile."""
_AFTER: Final = 2
"""The tiles of an example after its last demand."""


def example_line(text: str, opening: Tile) -> LineView:
    """Return a short line of a variant, through all its stages.

    :param text: the variant, which the opening tile allows.

    >>> [str(placed.tile) for placed in example_line("4", Tile(6, 5)).tiles]
    ['6-5', '1-0', '2-0', '4-3']
    """
    line = Line()
    line.open(opening)
    course = StageCourse(VARIANTS[text], line)
    left = mask_of(ALL_TILES) & ~opening.bit
    for _ in range(max(_FEWEST, _AFTER + sum(stage.tiles for stage in course.variant.stages))):
        lengths = Counter(placed.at for placed in line.tiles)
        ways = [
            ((gate.locked, lengths[at], ARMS.index(at), tile.is_double, tile in MATADORS), move)
            for at, gate in line.gates.items()
            for move in gate.moves[at][left & gate.mask]
            if move.verb == PLAY and (tile := move.tile)
        ]
        _, move = min(ways, key=itemgetter(0))
        if move.tile:
            left &= ~move.tile.bit
            line.join(move.tile, move.at, move.value)
            course.placed(move, line)
    return line.view()
