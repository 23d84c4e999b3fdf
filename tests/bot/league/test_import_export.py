"""Results as JSON lines, imported, exported and recomputed."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openskill.models import PlackettLuce

from bot.__main__ import main
from bot.league.import_export import BadLine, as_line, read_lines, spreadsheet_name
from storage.database import Database
from storage.league import audit_log, leagues, ratings
from tests.bot.league.league_samples import GUILD, NOON, by_openskill_alone, random_results, result

LINE = '{"game": "nos", "at": 1763000000.0, "sides": [[11], [12, 13]], "places": [1, 2]}'


def test_a_line_is_a_result_with_sides_and_places() -> None:
    (found,) = read_lines(LINE, GUILD, NOON)
    assert (found.game, found.at, found.sides, found.why_not) == ("nos", 1763000000.0, 2, None)
    assert [(one.user_id, one.side, one.place, one.won) for one in found.places] == [
        (11, 0, 1, True),
        (12, 1, 2, False),
        (13, 1, 2, False),
    ]
    # 1763000000 is 2025-11-13 02:13:20 UTC.
    told = {"time": "2025-11-13T02:13:20+00:00", "sides": [["11"], ["12", "13"]]}
    assert json.loads(as_line(found)) == json.loads(LINE) | told
    assert read_lines(as_line(found), GUILD, NOON) == (found,)


def test_a_time_may_be_in_iso_8601_with_a_zone() -> None:
    (found,) = read_lines(line(at="2025-11-13T03:13:20+01:00"), GUILD, NOON)
    assert found.at == 1763000000.0


def test_an_exported_league_is_imported_as_it_is(command: Any, tmp_path: Path) -> None:
    one = result([10**18 + 1], [10**18 + 3], at=NOON + 0.1234567)
    scored = replace(one, places=tuple(replace(place, score=-7 * place.side) for place in one.places))
    team = result([3, 4], [5, 6], places=[1, 1], game="kent", at=NOON + 1)
    file = tmp_path / "results.jsonl"
    file.write_text("\n".join(map(as_line, (scored, team))), encoding="utf-8")
    command("import", str(file))
    league = tmp_path / "league.json"
    league.write_text(command("export")[1], encoding="utf-8")
    told = json.loads(league.read_text(encoding="utf-8"))
    assert told["server"] == str(GUILD)
    assert {one["user_id"] for one in told["ratings"]} == {"3", "4", "5", "6", str(10**18 + 1), str(10**18 + 3)}
    assert told["results"][0]["scores"] == [0, -7]
    assert command("import", str(league))[1] == "0 results imported, 2 known already\n"
    again = command("export")[1]
    other = main(["league", "import", str(league), "--server", "5"])
    assert (other, again) == (0, league.read_text(encoding="utf-8"))
    imported = read_lines(again, GUILD, NOON + 60)
    assert [one.places for one in imported] == [scored.places, tuple(replace(p, won=False) for p in team.places)]


def test_a_bad_result_of_an_exported_league_is_named_by_its_line() -> None:
    whole = '{"server": "5",\n"ratings": [\n\n],\n"results": [\n' + f"{LINE},\n{line(places=[1])}\n]}}"
    with pytest.raises(BadLine) as caught:
        read_lines(whole, GUILD, NOON)
    assert (caught.value.number, caught.value.reason) == (7, "places")


def test_a_game_is_taken_in_under_its_key_of_today() -> None:
    (found,) = read_lines(LINE.replace('"nos"', '"latin_square"'), GUILD, NOON)
    assert found.game == "domino_square"


def test_equal_places_are_ties_and_nobody_wins_when_all_are_level() -> None:
    (tie,) = read_lines('{"game": "nos", "at": 1, "sides": [[1], [2], [3]], "places": [1, 1, 3]}', GUILD, NOON)
    (level,) = read_lines('{"game": "nos", "at": 1, "sides": [[1], [2], [3]], "places": [1, 1, 1]}', GUILD, NOON)
    assert [one.won for one in tie.places] == [True, True, False]
    assert [one.won for one in level.places] == [False, False, False]


def line(**changes: Any) -> str:
    return json.dumps(json.loads(LINE) | changes)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("block; 1; 2", "json"),
        ("[" * 100_000, "json"),
        ("[1, 2]", "object"),
        ('{"game": "block"}', "keys"),
        (line(more=1), "keys"),
        (line(game="whist"), "game"),
        (line(game="pyramid"), "game"),
        (line(game=7), "game"),
        (line(game=["block"]), "game"),
        (line(at="yesterday"), "at"),
        (line(at=True), "at"),
        (line(at=-1), "at"),
        (line(at=NOON + 90_000), "at"),
        (LINE.replace("1763000000.0", "NaN"), "at"),
        (line(at=10**400), "at"),
        (line(sides=[[11]], places=[1]), "sides"),
        (line(sides=[[11], []]), "sides"),
        (line(sides=[[11], ["Ben"]]), "sides"),
        (line(sides=[[11], ["0"]]), "sides"),
        (line(sides=[[11], ["11"]]), "twice"),
        (line(at="2025-11-13T03:13:20"), "at"),
        (line(scores=[1]), "scores"),
        (line(scores=[1, "2"]), "scores"),
        (line(scores=[1, 2**31]), "scores"),
        (line(sides=[[11], [0]]), "sides"),
        (line(sides=[[11], [2**63]]), "sides"),
        (line(sides=[[11], [True]]), "sides"),
        (line(sides={"a": [11], "b": [12]}), "sides"),
        (line(sides=[[11], [12, 11]]), "twice"),
        (line(places=[1]), "places"),
        (line(places=[0, 1]), "places"),
        (line(places=[1.5, 2]), "places"),
        (line(places="12"), "places"),
    ],
)
def test_a_bad_line_is_refused_with_its_number_and_the_reason(bad: str, reason: str) -> None:
    with pytest.raises(BadLine, match="line 3") as caught:
        read_lines(f"{LINE}\n\n{bad}\n{LINE}", GUILD, NOON)
    assert (caught.value.number, caught.value.reason) == (3, reason)


@pytest.fixture
def command(
    new_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Any:
    """Return a runner of ``python -m bot league ...``: (exit status, output, errors)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", new_address)

    def run(*words: str) -> tuple[int, str, str]:
        status = main(["league", *words, "--server", str(GUILD)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_what_is_taken_in_is_rated_as_openskill_rates_it_by_time(command: Any, tmp_path: Path) -> None:
    found = random_results(Random(8), 80)
    shuffled = list(found)
    Random(9).shuffle(shuffled)
    in_file_order = sorted(shuffled, key=lambda one: one.at)
    file = tmp_path / "results.jsonl"
    file.write_text("\n".join(map(as_line, shuffled)), encoding="utf-8")
    assert command("import", str(file))[:2] == (0, "80 results imported\n")
    status, out, _ = command("export", "--format", "json")
    told = json.loads(out)
    assert status == 0
    kept = {(one["game"], int(one["user_id"])): (one["mu"], one["sigma"], one["matches"]) for one in told["ratings"]}
    assert kept == by_openskill_alone(in_file_order)
    assert told["results"] == [json.loads(as_line(one)) for one in in_file_order]
    assert command("recompute")[:2] == (0, "all ratings match the results: nothing changed\n")


def test_results_of_the_past_are_taken_in_before_those_that_are_there(command: Any, tmp_path: Path) -> None:
    found = random_results(Random(10), 30)
    late, early = tmp_path / "late.jsonl", tmp_path / "early.jsonl"
    late.write_text("\n".join(map(as_line, found[15:])), encoding="utf-8")
    early.write_text("\n".join(map(as_line, found[:15])), encoding="utf-8")
    command("import", str(late))
    command("import", str(early))
    told = json.loads(command("export")[1])
    order = sorted([*found[15:], *found[:15]], key=lambda one: one.at)
    kept = {(one["game"], int(one["user_id"])): (one["mu"], one["sigma"], one["matches"]) for one in told["ratings"]}
    assert kept == by_openskill_alone(order)


def test_nothing_of_a_file_with_a_bad_line_is_taken_in(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(f"{LINE}\n{LINE}\n{line(game='whist')}\n", encoding="utf-8")
    status, _, said = command("import", str(file))
    assert status == 1
    assert "line 3" in said
    assert "whist" in said
    assert json.loads(command("export")[1])["results"] == []


def test_what_is_there_already_is_not_taken_in_twice(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(f"{LINE}\n{LINE}\n", encoding="utf-8")
    assert command("import", str(file))[1] == "2 results imported\n"
    file.write_text(f"{LINE}\n{LINE}\n{LINE}\n", encoding="utf-8")
    assert command("import", str(file))[1] == "1 results imported, 2 known already\n"


def test_command_line_imports_are_in_the_audit_log_without_an_actor(
    command: Any, tmp_path: Path, new_address: str
) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(f"{LINE}\n", encoding="utf-8")
    command("import", str(file))
    command("import", str(file))  # nothing of it is new

    async def read_audit_log() -> list[tuple[int | None, str, object]]:
        database = await Database.open(new_address)
        async with database.read() as tx:
            found, _ = await audit_log.page(tx, GUILD)
        await database.close()
        return [(one.user_id, one.action, one.about) for one in found]

    assert asyncio.run(read_audit_log()) == [(None, "import", {"results": 1})]


def test_a_file_that_cannot_be_read_is_refused(command: Any, tmp_path: Path) -> None:
    assert command("import", str(tmp_path / "nothing"))[0] == 1
    (tmp_path / "image").write_bytes(b"\xff\xd8\xff")
    status, _, said = command("import", str(tmp_path / "image"))
    assert status == 1
    assert "Nothing was imported" in said


def test_ratings_are_given_out_as_csv(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(as_line(result([11], [12])), encoding="utf-8")
    command("import", str(file))
    lines = command("export", "--format", "csv")[1].splitlines()
    assert lines[0] == "user,name,game,rating,uncertainty,provisional,matches,wins,mu,sigma"
    after = PlackettLuce()
    winner = after.rate([[after.rating()], [after.rating()]], ranks=[1.0, 2.0])[0][0]
    # 1500 + 24 x 2.6353... = 1563.2 and 48 x 8.0659... = 387.2
    assert lines[1] == f"<@11>,,all,1563,387,1,1,1,{winner.mu},{winner.sigma}"


@pytest.mark.parametrize(
    "name",
    [*"=+-@＝＋－＠", *(f"{blank}=1" for blank in ("\t", "\r", "\n", " ", "\u00a0", "\u3000", "\u200b", "\ufeff"))],
)
def test_a_name_is_no_formula_in_a_spreadsheet(name: str) -> None:
    assert spreadsheet_name(name) == f"'{name}"


@pytest.mark.parametrize("name", ["", "Ada", "Ж-1", "a=b", "👑 Zoë", "'=1"])
def test_other_names_are_the_same_in_a_spreadsheet(name: str) -> None:
    assert spreadsheet_name(name) == name


def test_a_wrong_rating_is_found_and_put_right(command: Any, tmp_path: Path, new_address: str) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text("\n".join(map(as_line, random_results(Random(11), 20))), encoding="utf-8")
    command("import", str(file))

    async def spoil() -> None:
        database = await Database.open(new_address)
        async with database.write() as tx:
            league = await leagues.load(tx, GUILD)
            first, *_ = await ratings.all_in(tx, GUILD, league.generation, "all")
            await ratings.save(tx, GUILD, league.generation, [ratings.Rating(**{**vars(first), "mu": 99.0})])
        await database.close()

    asyncio.run(spoil())
    status, out, _ = command("recompute")
    assert status == 1
    assert "99.0" in out
    assert "1 ratings were wrong and are corrected" in out
    assert command("recompute")[0] == 0
