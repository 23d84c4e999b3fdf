"""The record's readable parts: names, scores and deals."""

from __future__ import annotations

import games
from bot.messages.replay.course import course_of
from bot.messages.table.summary import record_text
from bot.version import VERSION
from tests.bot.messages.tables import READER, table_of
from tests.games.deals import deal, play

OUT = deal("6-6 5-5 4-4 6-5 6-4 5-4 6-0", "3-3 3-2 3-1 2-2 2-1 1-1 1-0")
GO_OUT = "6-6 pass 6-5@left pass 5-5@left pass 5-4@left pass 4-4@left pass 6-4@left pass 6-0@left"


def test_a_record_has_names_deals_and_scores_and_replays_equally() -> None:
    match = games.new_match("block", seats=2, seed="a seed", deals=[OUT], lots=[0])
    play(match, GO_OUT)
    text = record_text(table_of(match), course_of(match.record()), READER)
    remarks = [line for line in text.splitlines() if line.startswith("#")]
    assert remarks[:5] == [
        f"# Boneyard {VERSION}",
        "# Block with Bonus",
        "# 0: Ada",
        "# 1: Borys",
        f"# Fingerprint of the shuffle: {match.commitment}",
    ]
    assert remarks[5].startswith("# Deal 1 is over: Domino! Ada goes out.")
    assert remarks[6] == "# Ada 49, Borys 0"  # 25 pips, but 3-3 counts 30 instead of 6
    assert games.replay(text) == match
