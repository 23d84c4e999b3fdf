"""Records: a match as a text that people can read, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import Record, RecordError
from tests.games.deals import deal, play
from tests.games.walks import many

DEAL = deal("6-6 5-5 4-4 6-5 6-4 5-4 6-0", "3-3 3-2 3-1 2-2 2-1 1-1 1-0")

TEXT = f"""Boneyard record 1
game: block
seats: 2
options: {{}}
seed: "kość \\"1\\""
deal: {DEAL}
lot: 0

0 6-6
1 pass
0 6-5@left
"""


def test_a_record_says_how_the_match_was_set_up_and_every_move() -> None:
    match = games.new_match("block", seats=2, seed='kość "1"', deals=[DEAL], lots=[0])
    play(match, "6-6 pass 6-5@left")
    assert match.record().text() == TEXT
    assert games.replay(TEXT) == match


def test_a_record_names_every_option() -> None:
    match = games.new_match("five_to_fourteen", seats=2, seed="a")
    assert 'options: {"rounds": "full"}' in match.record().text().splitlines()


def test_a_record_may_come_with_windows_line_ends_and_loose_spaces() -> None:
    assert Record.parse(TEXT.replace("\n", "\r\n")) == Record.parse(TEXT)
    assert Record.parse(TEXT.replace("0 6-5@left", "0   6-5@left  ").replace("seats: 2", "seats:2")) == Record.parse(
        TEXT
    )
    assert games.replay(TEXT.replace("6-5@left", "5-6@left")) == games.replay(TEXT)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Boneyard record 1", "Boneyard record 3", "begins with the line 'Boneyard record 1'"),
        ("seats: 2\n", "", "one line 'seats'"),
        ("seats: 2\n", "seats: 2\nseats: 2\n", "one line 'seats'"),
        ("seats: 2", "seats: two", "head of the record cannot be read"),
        ("seats: 2", "seats: 3", "seats: 3 will not do; allowed: 2"),
        ("seats: 2", "seats 2", "line 3: 'seats 2' is not a name and a value"),
        ("game: block", "game: chess", "unknown game 'chess'; known are "),
        ("options: {}", "options: []", "options are a JSON object"),
        ("options: {}", "options: {", "head of the record cannot be read"),
        ("options: {}", 'options: {"limit": 60}', "options: 'limit' will not do"),
        ('seed: "kość \\"1\\""', "seed: 5", "a seed is a JSON text"),
        ("deal: 6-6", "deal: 6-7", "deals: '6-7 5-5"),
        ("lot: 0", "lot: 2", "lots: 2 will not do; allowed: seats from 0 to 1"),
        ("lot: 0", "lot: x", "head of the record cannot be read"),
        ("0 6-5@left", "0 6-5", "move 3, seat 0, '6-5': say where 6-5 goes: left, right"),
        ("0 6-5@left", "0 nonsense now", "move 3, seat 0, 'nonsense now': 'nonsense now' is not a move"),
        ("0 6-5@left", "1 6-5@left", "move 3, seat 1, '6-5@left': seat 1 is not to move now"),
        ("0 6-5@left", "7 6-5@left", "there is no seat 7"),
        ("0 6-5@left", "-1 6-5@left", "line 11: '-1 6-5@left' is not a seat and a move"),
        ("0 6-5@left", "0", "line 11: '0' is not a seat and a move"),
    ],
)
def test_a_wrong_record_is_refused_with_the_place(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(RecordError) as caught:
        games.replay(TEXT.replace(old, new, 1))
    assert message in str(caught.value)


def test_a_record_with_absurd_numbers_or_nesting_is_refused() -> None:
    with pytest.raises(RecordError, match="is not a seat and a move"):
        games.replay(TEXT.replace("0 6-5@left", "9" * 5000 + " 6-5@left"))
    with pytest.raises(RecordError, match="head of the record cannot be read"):
        games.replay(TEXT.replace("options: {}", "options: " + "[" * 100_000))


@many
@given(st.text() | st.text().map(lambda text: "Boneyard record 1\n" + text))
def test_any_text_is_a_record_or_a_record_error(text: str) -> None:
    with pytest.raises(RecordError):
        games.replay(text)


@many
@given(at=st.integers(0, len(TEXT) - 1), put=st.text(max_size=3), cut=st.integers(0, 12))
def test_a_garbled_record_is_refused_or_is_still_a_record(at: int, put: str, cut: int) -> None:
    try:
        match = games.replay(TEXT[:at] + put + TEXT[at + cut :])
    except RecordError:
        return
    assert games.replay(match.record().text()) == match


def test_remarks_in_a_record_are_for_people_and_are_not_read() -> None:
    match = games.new_match("block", seats=2, seed="a seed")
    seat = match.actors()[0]
    match.play(seat, match.moves(seat)[0])
    text = match.record().text(["Ada and Borys", "two\nlines"])
    assert text.splitlines()[1:3] == ["# Ada and Borys", "# two lines"]
    assert games.replay(text) == match
    assert games.replay(f"{text}# the end\n") == match
    assert games.replay(match.record().text()) == match
