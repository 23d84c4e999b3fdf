"""Matches stored by earlier versions replay to the same legal moves, events and views."""

import pytest

from games.core.record import Record
from tests.games import sample_records

SAMPLES = sample_records.read()


@pytest.mark.parametrize("sample", SAMPLES, ids=map(str, range(len(SAMPLES))))
def test_a_stored_match_replays_as_before(sample: dict[str, str]) -> None:
    record = Record.parse(sample["record"])
    assert sample_records.course_of(record) == {name: sample[name] for name in ("moves", "events", "views")}
