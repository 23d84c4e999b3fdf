"""A record is sound if all of it follows from its seed and its moves; whatever was changed is found."""

from __future__ import annotations

from hashlib import sha256

import pytest

import games
from games import RecordError
from games.core.events import Lot
from games.core.shuffle import code_of
from games.verifying import Verification, stated_of, verify
from tests.games.finished import finished

SOME_GAMES = ("block", "nos", "kent", "seventy_nine", "bingo", "domino_square", "pyramid")


def record_of(game: str) -> str:
    match = finished(game)
    return match.record().text(["Ada, Borys"], stated_of(match))


def keys(checked: Verification) -> list[str]:
    return [fault.key for fault in checked.faults]


@pytest.mark.parametrize("game", games.CATALOGUE)
def test_the_record_of_every_game_is_sound(game: str) -> None:
    checked = verify(record_of(game))
    assert checked.faults == ()
    assert checked.match == finished(game)
    assert checked.fingerprint == sha256(b"a seed").hexdigest()


def test_a_check_tells_what_every_seat_was_dealt() -> None:
    dealt = verify(record_of("block")).dealt
    assert [(one.deal, one.seat, len(one.tiles)) for one in dealt[:3]] == [(1, 0, 7), (1, 1, 7), (2, 0, 7)]


@pytest.mark.parametrize("game", SOME_GAMES)
def test_another_seed_is_found_by_the_fingerprint(game: str) -> None:
    checked = verify(record_of(game).replace('seed: "a seed"', 'seed: "a reed"'))
    assert keys(checked)[0] == "fingerprint"
    assert checked.faults[0].values == {
        "stated": sha256(b"a seed").hexdigest(),
        "computed": sha256(b"a reed").hexdigest(),
    }


@pytest.mark.parametrize("game", SOME_GAMES)
def test_another_fingerprint_is_found(game: str) -> None:
    right = sha256(b"a seed").hexdigest()
    assert keys(verify(record_of(game).replace(right, right[::-1]))) == ["fingerprint"]


def test_a_fingerprint_in_the_remarks_of_an_older_record_is_compared() -> None:
    match = finished("block")
    old = match.record().text([f"Fingerprint of the shuffle (SHA-256 of the seed): {sha256(b'other').hexdigest()}"])
    assert keys(verify(old)) == ["fingerprint"]
    assert verify(match.record().text()).is_sound


def test_what_was_shown_at_the_start_is_compared_from_eight_characters_on() -> None:
    right, text = sha256(b"a seed").hexdigest(), record_of("block")
    assert verify(text, shown=right[:16] + "…").is_sound
    assert verify(text, shown=right).is_sound
    assert verify(text, shown=code_of(right)).is_sound
    assert keys(verify(text, shown=code_of(right)[:8])) == ["shown"]
    assert keys(verify(text, shown=right[:7])) == ["shown"]
    assert keys(verify(text, shown="0" * 16)) == ["shown"]


@pytest.mark.parametrize("game", SOME_GAMES)
def test_deals_that_the_record_brings_itself_are_found(game: str) -> None:
    tiles = " ".join(map(str, games.CATALOGUE[game].tile_set))
    checked = verify(record_of(game).replace("\n\n", f"\ndeal: {tiles}\n\n", 1))
    assert keys(checked) == ["deal"]
    assert checked.faults[0].values["stated"] != checked.faults[0].values["computed"]


@pytest.mark.parametrize("game", SOME_GAMES)
def test_deals_and_lots_that_are_those_of_the_seed_are_no_fault(game: str) -> None:
    text, dealt = record_of(game), finished(game).dealt_by_seed
    deals = "".join(f"deal: {tiles}\n" for tiles in dealt)
    assert verify(text.replace("\n\n", f"\n{deals}\n", 1)).is_sound
    lots = [event.seat for event in finished(game).events if isinstance(event, Lot)]
    assert verify(text.replace("\n\n", "\n" + "".join(f"lot: {lot}\n" for lot in lots) + "\n", 1)).is_sound


def test_a_later_deal_that_is_not_the_seeds_is_found() -> None:
    first, second, *_ = finished("block").dealt_by_seed
    other = " ".join(reversed(second.split()))
    checked = verify(record_of("block").replace("\n\n", f"\ndeal: {first}\ndeal: {other}\n\n", 1))
    assert keys(checked) == ["deal"]
    assert checked.faults[0].values == {"stated": other, "computed": second, "count": 2}


def test_lots_that_the_record_brings_itself_are_found() -> None:
    [drawn, *_] = [event.seat for event in finished("block").events if isinstance(event, Lot)]
    assert drawn is not None
    assert keys(verify(record_of("block").replace("\n\n", f"\nlot: {1 - drawn}\n\n", 1))) == ["lot"]


def test_a_deal_with_a_tile_missing_is_refused_with_that_tile() -> None:
    tiles = " ".join(map(str, games.CATALOGUE["block"].tile_set[1:]))
    with pytest.raises(RecordError, match="missing: 0-0"):
        verify(record_of("block").replace("\n\n", f"\ndeal: {tiles}\n\n", 1))


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_move_that_is_not_legal_is_found_with_its_number_and_the_reason(game: str) -> None:
    head, _, log = record_of(game).partition("\n\n")
    moves = log.splitlines()
    moves[2] = f"{moves[2].split()[0]} no-such-verb"
    checked = verify(f"{head}\n\n" + "\n".join(moves) + "\n")
    assert keys(checked) == ["illegal", "moves"]
    assert checked.faults[0].values["number"] == 3
    assert checked.faults[0].refusal is not None


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_move_that_is_left_out_at_the_end_is_found(game: str) -> None:
    text = record_of(game)
    assert keys(verify(text[: text.rstrip("\n").rindex("\n") + 1])) == ["not_over", "moves"]


def test_another_legal_move_is_found_by_the_hash_of_the_moves() -> None:
    """At the last step of a deal of Kent the two calls differ in points alone."""
    match = finished("kent")
    text = match.record().text((), stated_of(match))
    number, (seat, move) = next((n, one) for n, one in enumerate(match.record().log) if one[1] == "kent")
    lines = text.splitlines()
    first = lines.index("") + 1
    lines[first + number] = f"{seat} biskent"
    assert move == "kent"
    assert "moves" in keys(verify("\n".join(lines) + "\n"))


def test_other_scores_are_found_in_the_record_and_beside_it() -> None:
    match = finished("block")
    assert match.outcome is not None
    first, second = match.outcome.scores
    text = record_of("block")
    assert f"scores: {first} : {second}" in text
    assert keys(verify(text.replace(f"scores: {first} ", f"scores: {first + 1} "))) == ["scores"]
    assert keys(verify(text, scores=(first, second + 5))) == ["scores"]
    assert verify(text, scores=(first, second)).is_sound


@pytest.mark.parametrize("seat", ["7", "99"])
def test_a_seat_that_is_not_there_is_found(seat: str) -> None:
    text = record_of("block").replace("\n\n", f"\n\n{seat} pass\n", 1)
    assert keys(verify(text))[0] == "illegal"


def test_what_a_record_states_does_not_make_it_another_record() -> None:
    match = finished("block")
    assert games.replay(record_of("block")) == match
    assert games.Record.parse(record_of("block")) == match.record()


def test_an_abandoned_match_may_go_on_but_its_deals_must_agree() -> None:
    match = games.new_match("block", seats=2, seed="an example")
    text = match.record().text((), stated_of(match) | {"abandoned": "yes"})
    assert "\ndeals: 1\n" in text
    assert verify(text).is_sound
    assert [fault.key for fault in verify(text.replace("abandoned: yes\n", "")).faults] == ["not_over"]
    assert [fault.key for fault in verify(text.replace("deals: 1", "deals: 2")).faults] == ["deals"]
