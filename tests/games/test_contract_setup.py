"""Invalid set-ups of every game, and errors that name the allowed values."""

from __future__ import annotations

import pickle
from random import Random

import pytest

import games
from games import GameError, RecordError, SetupError
from tests.games.deals import advance
from tests.games.walks import every_game


def refused(key: str, **setup: object) -> SetupError:
    """Return the error for a match that is well set up but for what is given here."""
    arguments: dict[str, object] = {"seats": games.CATALOGUE[key].seat_counts[0], "seed": "a seed"} | setup
    with pytest.raises(SetupError) as caught:
        games.new_match(key, **arguments)  # type: ignore[arg-type]
    assert isinstance(caught.value, GameError)
    assert repr(caught.value.got)[:20] in str(caught.value)
    assert caught.value.allowed in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (again.what, again.got, again.allowed) == (caught.value.what, caught.value.got, caught.value.allowed)
    return caught.value


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(SetupError, match=", ".join(games.CATALOGUE)):
        games.new_match("chess", seats=2)


@every_game
def test_wrong_seats_name_the_allowed_ones(key: str) -> None:
    for seats in (0, -1, 7, True, "2", 2.0, None):
        assert refused(key, seats=seats).allowed == ", ".join(map(str, games.CATALOGUE[key].seat_counts)), repr(seats)


@every_game
def test_an_unknown_option_names_the_known_ones(key: str) -> None:
    error = refused(key, options={"no such option": 1})
    assert error.what == "options"
    for option in games.CATALOGUE[key].option_list:
        assert option.key in error.allowed


@every_game
def test_a_wrong_option_value_or_type_names_the_allowed_ones(key: str) -> None:
    for option in games.CATALOGUE[key].option_list:
        wrong = ["no such value", -7, None, 2.5, [], {}]
        wrong += [str(value) for value in option.values if not isinstance(value, str)]
        wrong += [int(value) for value in option.values if isinstance(value, bool)]
        wrong += [bool(value) for value in option.values if value in {0, 1} and not isinstance(value, bool)]
        for value in wrong:
            error = refused(key, options={option.key: value})
            assert error.what == option.key
            assert error.allowed == option.allowed
            assert error.allowed.startswith(", ".join(map(str, option.values)))


@every_game
def test_every_value_of_an_option_can_be_chosen_and_is_kept_in_the_record(key: str) -> None:
    for option in games.CATALOGUE[key].option_list:
        seats = (option.seat_counts or games.CATALOGUE[key].seat_counts)[0]
        for value in option.values:
            match = games.new_match(key, seats=seats, options={option.key: value}, seed="a seed")
            assert match.options[option.key] == value
            assert games.replay(match.record().text()) == match


@every_game
def test_what_only_tables_heed_changes_nothing_in_a_match(key: str) -> None:
    game, seats = games.CATALOGUE[key], games.CATALOGUE[key].seat_counts[0]
    for option in game.option_list:
        if option.key in game.info.table_only_options:
            matches = [game(seats=seats, options={option.key: value}, seed="a seed") for value in option.values]
            assert len({repr(advance(match, Random(1), 100).events) for match in matches}) == 1
    assert game.info.table_only_options <= {option.key for option in game.option_list}


@every_game
def test_a_wrong_deal_says_what_is_missing(key: str) -> None:
    order = [str(tile) for tile in games.CATALOGUE[key].tile_set]
    first, last = order[0], order[-1]
    assert f"missing: {last}" in refused(key, deals=[" ".join(order[:-1])]).allowed
    assert f"missing: {last}" in refused(key, deals=[" ".join([*order[:-1], first])]).allowed
    assert "missing: none" in refused(key, deals=[" ".join([*order, first])]).allowed
    assert "7-7" in str(refused(key, deals=[" ".join([*order[:-1], "7-7"])]))
    assert refused(key, deals=[None]).what == "deals"
    assert refused(key, deals=" ".join(order)).what == "deals"


@every_game
def test_a_wrong_lot_names_the_seats(key: str) -> None:
    seats = games.CATALOGUE[key].seat_counts[0]
    for lot in (-1, 9, True, "0", None):
        assert refused(key, lots=[lot]).allowed == f"seats from 0 to {seats - 1}", repr(lot)


@every_game
def test_a_seed_is_a_text_of_printable_characters(key: str) -> None:
    for seed in ("", "two\nlines", 5.0, True, b"", "\ud800"):
        assert refused(key, seed=seed).what == "seed", repr(seed)


@pytest.mark.parametrize(("seed", "text"), [(5, "5"), (-1, "-1"), (b"\x0a\xff", "0aff")])
def test_a_number_or_bytes_as_a_seed_stand_for_their_text(seed: int | bytes, text: str) -> None:
    assert games.new_match("block", seats=2, seed=seed) == games.new_match("block", seats=2, seed=text)


@every_game
def test_a_record_with_a_wrong_setup_or_an_illegal_move_is_refused(key: str) -> None:
    match = advance(games.new_match(key, seats=games.CATALOGUE[key].seat_counts[-1], seed="a seed"), Random(1), 5)
    text = match.record().text()
    for wrong in (text.replace("seats: ", "seats: 9"), text + "0 no-such-move\n", text + "97 pass\n"):
        with pytest.raises(RecordError, match=r"\S"):
            games.replay(wrong)
