"""Options: what a game lets people choose, checked value by value and type by type."""

from __future__ import annotations

import pytest

from games import Option, SetupError
from games.core.options import OptionValue, chosen

LIMIT = Option("limit", (60, 100, 120), 100)
FINES = Option("fines", (False, True), default=False)
DEALS = Option("deals", (0, 1, 10), 10)
DRAW = Option("draw", ("playable", "none"), "playable")
RANGE = Option("range", (60, 100, 120), 100, between=(20, 500))
PAIRS = Option("pairs", (False, True), default=False, seat_counts=(4,))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (LIMIT, 60),
        (FINES, True),
        (DEALS, 1),
        (DEALS, 0),
        (DRAW, "none"),
        (RANGE, 60),
        (RANGE, 20),
        (RANGE, 35),
        (RANGE, 500),
    ],
)
def test_an_allowed_value_is_taken_as_it_is(option: Option, value: OptionValue) -> None:
    assert chosen((option,), {option.key: value}, 2) == {option.key: value}
    assert option.check(value, 2) is value


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        (LIMIT, "60", "60, 100, 120"),
        (LIMIT, 60.0, "60, 100, 120"),
        (LIMIT, 61, "60, 100, 120"),
        (LIMIT, None, "60, 100, 120"),
        (LIMIT, [60], "60, 100, 120"),
        *((RANGE, value, "60, 100, 120 (20–500)") for value in (19, 501, -60, True, "60", 60.0, None)),
        (DEALS, True, "0, 1, 10"),
        (DEALS, False, "0, 1, 10"),
        (FINES, 1, "False, True"),
        (FINES, 0, "False, True"),
        (FINES, "True", "False, True"),
        (DRAW, "NONE", "playable, none"),
        (DRAW, b"none", "playable, none"),
    ],
)
def test_a_wrong_value_or_type_names_what_is_allowed(option: Option, value: object, allowed: str) -> None:
    with pytest.raises(SetupError) as caught:
        chosen((option,), {option.key: value}, 2)
    assert (caught.value.what, caught.value.got, caught.value.allowed) == (option.key, value, allowed)


@pytest.mark.parametrize(
    ("text", "number"),
    [("35", 35), ("20", 20), ("0500", 500), ("19", None), ("501", None), ("", None), ("-35", None), ("３５", None)],
)
def test_a_text_names_a_number_that_is_allowed_or_none(text: str, number: int | None) -> None:
    assert RANGE.number(text) == number
    assert LIMIT.number(text) is None
    assert RANGE.number("9" * 5000) is None


def test_what_is_not_chosen_has_its_default() -> None:
    assert chosen((LIMIT, DRAW), {"draw": "none"}, 2) == {"limit": 100, "draw": "none"}
    assert chosen((LIMIT, DRAW), None, 2) == {"limit": 100, "draw": "playable"}
    assert chosen((), {}, 2) == {}


def test_an_unknown_option_names_the_known_ones() -> None:
    with pytest.raises(SetupError, match="options: 'speed' will not do; allowed: limit, draw"):
        chosen((LIMIT, DRAW), {"speed": 1}, 2)
    with pytest.raises(SetupError, match="none, this game has no options"):
        chosen((), {"speed": 1}, 2)


def test_an_option_for_four_seats_keeps_its_default_with_others() -> None:
    assert chosen((PAIRS,), {"pairs": True}, 4) == {"pairs": True}
    assert chosen((PAIRS,), {"pairs": False}, 2) == {"pairs": False}
    with pytest.raises(SetupError, match="False unless there are 4 seats"):
        chosen((PAIRS,), {"pairs": True}, 2)


def test_what_was_chosen_cannot_be_changed() -> None:
    options = chosen((LIMIT,), None, 2)
    with pytest.raises(TypeError):
        options["limit"] = 60  # type: ignore[index]
