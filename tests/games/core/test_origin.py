"""A seed follows from what the server has drawn and the players have added, as the published vectors say."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import games
from games import Record, RecordError
from games.core.shuffle import NO_CUT, ShuffleOrigin, cut, hidden_cut, is_cut
from games.solitaires.daily import daily_seed, winnable_seed
from games.verifying import Verification, stated_of, verify
from tests.games.finished import finished

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(Path("docs/shuffle-vectors.json").read_text(encoding="utf-8"))
ORIGIN = ShuffleOrigin("uVxE9Zl2q0A." + "0" * 64, ("1309876543210987654 luck", NO_CUT))
SEED = "62ec85469389884dc61e25bd37dfe049d69ac2080722a67e5997c3ff10cc13d8"
"""The seed of `ORIGIN`, worked out by openssl."""


def record_of(origin: ShuffleOrigin = ORIGIN, match_id: str = "uVxE9Zl2q0A", following: str = "") -> str:
    """Return a match that was played to its end."""
    match = finished("block", SEED)
    record = match.record()
    told = Record(
        record.game, record.seats, record.seed, record.options, log=record.log, origin=origin, match_id=match_id
    )
    return told.text(["Ada, Borys"], stated_of(match, origin, following))


def keys(checked: Verification) -> list[str]:
    return [fault.key for fault in checked.faults]


@pytest.mark.parametrize("vector", VECTORS["shuffles"])
def test_a_seed_is_the_one_of_the_published_vector(vector: dict[str, Any]) -> None:
    origin = ShuffleOrigin(vector["server_seed"], tuple(vector["cuts"]))
    assert (origin.match_id, origin.fingerprint) == (vector["match"], vector["fingerprint"])
    assert origin.seed == vector["seed"]
    assert all(map(is_cut, origin.cuts))


@pytest.mark.parametrize("vector", VECTORS["deals"])
def test_a_first_deal_is_the_one_of_the_published_vector(vector: dict[str, Any]) -> None:
    match = games.new_match(vector["game"], seats=vector["seats"], seed=vector["seed"])
    assert match.dealt_by_seed[0] == vector["tiles"]
    if vector["lot"] is not None:
        assert match.actors() == (vector["lot"],)


@pytest.mark.parametrize("vector", VECTORS["dailies"])
def test_the_seed_of_a_day_is_the_one_of_the_published_vector(vector: dict[str, Any]) -> None:
    day = date.fromisoformat(vector["day"])
    assert daily_seed(vector["game"], day, vector["month_seed"], vector["number"]) == vector["seed"]


def test_a_cut_of_which_only_the_hash_is_kept_leads_to_the_same_seed() -> None:
    hidden = ShuffleOrigin(ORIGIN.server_seed, tuple(map(hidden_cut, ORIGIN.cuts)))
    assert "luck" not in hidden.cuts[0]
    assert hidden.cuts[1] == NO_CUT
    assert hidden.seed == ORIGIN.seed == SEED


def test_a_word_is_kept_as_one_short_line_of_printable_characters() -> None:
    assert cut(17, "") == "17"
    assert cut(17, "  good \n\t luck\u200b ") == "17 good luck"
    assert cut(17, "e\u0301") == "17 \u00e9"
    assert cut(17, "x" * 29 + " y" * 9) == "17 " + "x" * 29
    assert all(map(is_cut, ("17", "17 good luck", NO_CUT, f"sha256 {'0' * 64}")))
    assert not any(map(is_cut, ("", "luck", "17 ", "17  luck", "- luck", f"17 {'x' * 31}", "sha256 00")))


def test_the_secret_of_the_server_is_not_in_the_repr() -> None:
    assert "0000" not in repr(ORIGIN)


def test_a_record_of_version_2_is_read_as_it_was_written() -> None:
    text = record_of(following="ab" * 32)
    assert text.startswith("Boneyard record 2\n")
    record = Record.parse(text)
    assert (record.origin, record.match_id, record.version) == (ORIGIN, "uVxE9Zl2q0A", 2)
    assert record.text(["Ada, Borys"]) == text
    assert games.replay(text) == finished("block", SEED)


def test_a_record_of_version_2_is_sound_if_all_of_it_follows() -> None:
    checked = verify(record_of(following="ab" * 32), shown=ORIGIN.fingerprint)
    assert checked.faults == ()
    assert checked.fingerprint == ORIGIN.fingerprint


def test_another_cut_in_a_record_is_found_by_the_seed() -> None:
    assert keys(verify(record_of().replace("7654 luck", "7654 duck"))) == ["seed"]


def test_another_seed_of_the_server_is_found_by_the_fingerprint() -> None:
    assert keys(verify(record_of().replace(".0000", ".0001"))) == ["fingerprint", "seed"]


def test_a_seed_of_the_server_that_is_for_another_match_is_found() -> None:
    assert keys(verify(record_of(match_id="anotherone1"))) == ["match"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cut: -\n", "", "a line 'cut' for each seat"),
        ("cut: -\n", "cut: 17  x\n", "a line 'cut' for each seat"),
        ("match: uVxE9Zl2q0A\n", "", "has one line 'match'"),
        ('server seed: "', 'server seed: "\\n', "the server's seed is a text of printable characters"),
        ('server seed: "', 'server seed: 5 "', "cannot be read"),
        ("Boneyard record 2", "Boneyard record 3", "begins with the line"),
    ],
)
def test_a_wrong_record_of_version_2_is_refused(old: str, new: str, message: str) -> None:
    assert old in record_of()
    with pytest.raises(RecordError, match=message):
        Record.parse(record_of().replace(old, new, 1))


def test_a_solitaire_passes_over_deals_that_cannot_be_won_and_no_others() -> None:
    origins = (ShuffleOrigin(f"uVxE9Zl2q0A.{number:064x}", (NO_CUT,)) for number in range(100))
    origin = next(one for one in origins if winnable_seed("pyramid", one.seed) != one.seed)
    first = winnable_seed("pyramid", origin.seed)
    assert first.startswith(f"{origin.seed}/")

    def checked(seed: str) -> list[str]:
        record = Record("pyramid", 1, seed, {}, origin=origin, match_id="uVxE9Zl2q0A")
        return keys(verify(record.text()))

    assert "seed" not in checked(first)
    assert "seed" not in checked(origin.seed), "any deal was wanted"
    assert "seed" in checked(f"{first}0")
