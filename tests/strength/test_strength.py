"""The parts of `make strength`, with hardly any thinking."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from random import Random

import pytest

import games
from games import Match, Move
from games.core.tricks import all_tiles_in
from games.seventy_nine import SeventyNine
from storage.matches import COMPUTER_LEVELS

from . import playing
from .__main__ import main
from .page import never_falling, page, ratings_of
from .playing import LEVELS, SETTINGS, Effort, Setting, choose, has_partners, play_pair, seating, seeing, spent
from .reckoning import Tally, gap_closed, interval, ratings, tallies
from .results import Pairing, Result, add, forget, read

BLOCK = Setting("block", 2)
HARDLY = Effort(playouts=2)


def asked(folder: Path, *more: str) -> list[str]:
    files = {"results": "results.jsonl", "page": "strength.md", "ratings": "ratings.json"}
    return [*more, *(part for name, file in files.items() for part in (f"--{name}", str(folder / file)))]


def test_a_short_run_writes_the_page_and_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    little = ("--games", "block", "--levels", "casual,random", "--playouts", "1", "--jobs", "1")
    main(asked(tmp_path, *little, "--matches", "2"))
    main(asked(tmp_path, *little, "--matches", "4"))
    assert "1 of 1 pairs" in capsys.readouterr().out
    assert [result.number for result in read(tmp_path / "results.jsonl")] == [0, 1]
    written = (tmp_path / "strength.md").read_text(encoding="utf-8")
    assert "| block, 2 | casual – random | 4 |" in written
    assert 'make strength ARGS="--games block --levels casual,random --playouts 1 --matches 4"' in written
    assert json.loads((tmp_path / "ratings.json").read_text(encoding="utf-8")) == {}


@pytest.mark.parametrize("wrong", [("--games", "chess"), ("--levels", "casual,best"), ("--seconds-scale", "0")])
def test_what_cannot_be_played_is_refused(
    tmp_path: Path, wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(asked(tmp_path, *wrong))
    assert wrong[0] in capsys.readouterr().err or wrong[1] in capsys.readouterr().err


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_game_can_be_played_with_every_number_of_seats(setting: Setting) -> None:
    options = {"kent": (("target", 1),), "nos": (("deals", 1),), "domino_square": (("target", 1),)}
    short = Setting(setting.game, setting.seats, (*setting.options, *options.get(setting.game, ())))
    shares = play_pair(short, "casual", "random", 3, HARDLY)
    assert all(0 <= share <= 1 for share in shares)


def test_two_who_play_alike_win_one_half_of_two_matches() -> None:
    for number in range(3):
        assert sum(play_pair(Setting("full_speed", 3), "random", "random", number, HARDLY)) == 1


def test_of_a_mixed_side_one_partner_is_strong(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, set[int]] = {}

    def noted(player: str, match: Match, seat: int, rng: Random, effort: Effort) -> Move:
        seen.setdefault(player, set()).add(seat)
        return choose("random", match, seat, rng, effort)

    monkeypatch.setattr(playing, "choose", noted)
    pairs = Setting("full_speed", 4, (("pairs", True),))
    assert has_partners(pairs)
    assert not has_partners(Setting("full_speed", 4))
    play_pair(pairs, "mixed", "casual", 0, HARDLY)  # both sides are mixed once: its seats 0 and 2, or 1 and 3
    assert seen == {"strong": {0, 1}, "regular": {2, 3}, "casual": {0, 1, 2, 3}}


def test_sides_sit_in_turn_and_one_seat_further_from_deal_to_deal() -> None:
    assert [seating(2, number) for number in (0, 1)] == [(0, 1), (1, 0)]
    assert [seating(3, number) for number in (0, 1, 2)] == [(0, 1, 0), (1, 0, 0), (0, 0, 1)]
    assert [seating(4, number) for number in (0, 1)] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_the_cheater_is_dealt_the_true_hands() -> None:
    for setting in (BLOCK, Setting("bingo", 2), Setting("full_speed", 3), Setting("seventy_nine", 6)):
        match = games.new_match(setting.game, seats=setting.seats, seed="a deal")
        twin = seeing(match).redeal_unseen(0, Random(1))
        assert [twin.view(seat).hand for seat in range(match.seats)] == [
            match.view(seat).hand for seat in range(match.seats)
        ]
        (seat,) = match.actors()
        assert choose("cheater", match, seat, Random(1), HARDLY) in match.moves(seat)


def test_where_players_infer_hands_the_cheater_gets_the_true_ones() -> None:
    match = games.new_match("seventy_nine", seats=6, seed="a deal")
    twin = seeing(match)
    assert isinstance(twin, SeventyNine)
    dealt = twin.likely_positions(0, Random(1))
    true = [match.view(seat).hand for seat in range(match.seats)]
    assert [[all_tiles_in(hand) for hand in next(dealt).hands] for _ in range(2)] == [true, true]


def test_thinking_takes_time_of_the_processor_and_no_other() -> None:
    now = 5.0
    enough = spent(0.5, lambda: now)
    now = 5.4
    assert not enough()
    now = 5.5
    assert enough()


def test_strong_players_may_think_longer_than_weaker_ones() -> None:
    times = [Effort.table_s(level) for level in LEVELS]
    assert len(times) == len(COMPUTER_LEVELS) == 4
    assert times == sorted(times)


# --- What results say -------------------------------------------------------------------------------------------------


def test_the_interval_of_a_share_is_wilsons() -> None:
    # 8 of 10: (0.8 + 3.8416 / 20) / 1.38416 = 0.7167, less and more 1.96 * sqrt(0.016 + 0.009604) / 1.38416 = 0.2266
    low, high = interval(8, 10)
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)
    assert interval(5, 5)[1] == 1
    assert interval(0, 5)[0] == 0


def test_z_compares_each_deal_with_itself() -> None:
    # 1, 0.5, 1, 0.5: the mean is 0.25 above one half, the squares of what differs sum to 0.25, so the standard error
    # is sqrt(0.25 / (4 * 3)) = 0.14434
    assert Tally((1, 0.5, 1, 0.5)).z == pytest.approx(0.25 / 0.14434, abs=1e-3)
    assert Tally((0.5, 0.5)).z == 0
    assert Tally((1, 1)).z == inf


def test_the_gap_closed_is_the_part_of_what_the_cheater_wins() -> None:
    # 0.6 is 0.1 above one half, 0.7 is 0.2 above
    assert gap_closed(Tally((0.6,)), Tally((0.7,))) == pytest.approx(0.5)
    assert gap_closed(Tally((0.6,)), Tally((0.5,))) is None


def test_a_rating_tells_how_often_who_wins() -> None:
    # 19 of 20 matches and a drawn one are 19.5 to 1.5, that is 13 to 1, and 400 * log10(13) = 446
    found = ratings({("regular", "casual"): Tally((1,) * 9 + (0.5,))})
    assert found == {"regular": 1500, "casual": 1500 - 446}
    apart = ratings({("regular", "casual"): Tally((1,)), ("master", "strong"): Tally((1,))})
    assert apart.keys() == {"regular", "casual"}


@pytest.mark.parametrize(
    ("measured", "shown"),
    [
        ([1300, 1500, 1600, 1700], [1300, 1500, 1600, 1700]),
        ([1300, 1500, 1600, 1560], [1300, 1500, 1580, 1580]),
        ([1300, 1500, 1530, 1450], [1300, 1493, 1493, 1493]),  # 1490 for both is below 1500: (1500 + 1530 + 1450) / 3
    ],
    ids=["in order", "the last two", "the last three"],
)
def test_no_level_is_shown_below_a_weaker_one(measured: list[int], shown: list[int]) -> None:
    assert never_falling(measured) == shown


def test_numbers_count_once_and_a_line_cut_short_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    pairing = Pairing(BLOCK, "strong", "regular", Effort(0.1))
    other = Pairing(Setting("nos", 3), "strong", "regular", Effort(0.1))
    for number in (0, 1, 1):
        add(file, Result(pairing, number, (1.0, 0.5)))
    add(file, Result(other, 0, (0.0, 0.0)))
    with file.open("a", encoding="utf-8") as out:
        out.write('{"game": "blo')
    assert tallies(read(file)) == {pairing: Tally((0.75, 0.75)), other: Tally((0.0,))}
    forget(file, ["block"])
    assert [result.pairing for result in read(file)] == [other]


def results(setting: Setting, one: str, other: str, share: float, scale: float = 1.0) -> list[Result]:
    pairing = Pairing(setting, one, other, Effort(scale))
    return [Result(pairing, number, (share, share)) for number in range(10)]


def test_the_page_says_which_aims_are_missed() -> None:
    told = page(
        [
            *results(BLOCK, "strong", "regular", 0.55),
            *results(BLOCK, "cheater", "regular", 0.75),
            *results(BLOCK, "regular", "casual", 0.8),
            *results(Setting("bingo", 2), "strong", "regular", 0.55),
            *results(Setting("bingo", 2), "cheater", "regular", 0.6),
        ],
        "make strength",
        remarks="More worlds.",
    )
    assert "2 of 3 aims that were measured are met" in told
    assert "| block, 2 | `strong` against `regular` | 55.0% of 20 (34% to 74%); gap closed 20% |" in told
    assert "More worlds." in told


def test_ratings_come_from_the_longest_thinking_that_links_all_levels() -> None:
    slow = results(BLOCK, "regular", "casual", 1.0)
    quick = [
        one
        for two in (("regular", "casual"), ("strong", "regular"), ("master", "strong"))
        for one in results(BLOCK, *two, 0.5, 0.1)
    ]
    assert ratings_of(tallies(slow)) == {}
    assert ratings_of(tallies(slow + quick)) == {"block": dict.fromkeys(LEVELS, 1500)}
