"""The pages of the audit log, for entries of every kind."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.league.administration.audit_log import AuditNames, audit_log_message
from bot.locales import words
from bot.messages.parts.reader import Reader
from storage.league.audit_log import NIGHT_CHANGES, NIGHT_SETTINGS, AuditAction, AuditEntry, HostAction
from tests.bot.league.league_samples import GUILD, NOON, result

ENGLISH = Reader(words("en"))
ANN, BEN, HOST = 700_001, 700_002, 700_003
RESULT, SEASON, TOURNAMENT = 800_001, 800_002, 800_003
NAMES = AuditNames(
    {ANN: "Ann", BEN: "Ben", HOST: "Host"},
    {RESULT: result([ANN], [BEN], id=RESULT, match_id="kq7w", game="kent")},
    {SEASON: "Autumn"},
)
SETTINGS: dict[str, Any] = {
    "zone": "Asia/Tokyo",
    "daily": 5,
    "quarterly": False,
    "games_off": ["domino_square", "block"],
    "summary": None,
    "log": None,
    "podium_role": None,
    "medal_matches": 1,
}
HOSTED: dict[str, Any] = {
    "sides": [[ANN], [BEN]],
    "round": 2,
    "score": "2:1",
    "before": "open",
    "after": "won:0",
    "person": ANN,
    "from": BEN,
    "into": ANN,
}


def entry(action: AuditAction, user_id: int | None = HOST, **about: Any) -> AuditEntry:
    changed = {AuditAction.VOID, AuditAction.RESTORE, AuditAction.ADD, AuditAction.RECORD}
    return AuditEntry(1, GUILD, NOON, user_id, action, "", RESULT if action in changed else None, about)


def entries() -> Iterator[AuditEntry]:
    """Yield an entry of every kind, and of every setting."""
    details: dict[AuditAction, dict[str, Any]] = {
        AuditAction.MERGE: {"from": ANN, "into": BEN, "results": 3},
        AuditAction.UNDO_MERGE: {"from": ANN, "into": BEN},
        AuditAction.KEEP_OUT: {"person": ANN, "until": NOON},
        AuditAction.LET_IN: {"person": ANN},
        AuditAction.ROLE_MISSED: {"person": ANN, "season": 1, "name": "Cup", "forbidden": True},
        AuditAction.ROLE_KEPT: {"person": ANN, "season": 1, "name": "Cup", "forbidden": False},
        AuditAction.RECORD: {"record": "8f3b9c"},
        AuditAction.END_MATCH: {"game": "kent", "sides": [[ANN], [BEN]]},
        AuditAction.IMPORT: {"results": 3},
        AuditAction.CROWDED: {"results": 3},
    }
    for action in AuditAction:
        if action is AuditAction.SETTINGS:
            for name, value in SETTINGS.items():
                yield entry(action, **{name: value})
            yield entry(action, **SETTINGS)
        elif action is AuditAction.TOURNAMENT:
            for what in HostAction:
                yield entry(action, tournament=TOURNAMENT, title="Cup", what=what.value, **HOSTED)
        elif action is AuditAction.CLUB_NIGHT:
            night: dict[str, Any] = {
                "title": "",
                "games": ["block", "kent"],
                "settings": list(NIGHT_SETTINGS),
                "day": "2026-12-04",
            }
            for change in NIGHT_CHANGES:
                yield entry(action, what=change, **night)
        elif action.value.endswith("_season"):
            yield entry(action, season=SEASON, name="Summer")
        else:
            yield entry(action, **details.get(action, {}))


def text_of(one: AuditEntry, reader: Reader) -> str:
    embed = audit_log_message([one], NAMES, 0, 1, reader).embed
    assert embed is not None
    assert embed.description is not None
    return embed.description


@pytest.mark.parametrize("locale", ["en", "pl", "ru"])
def test_no_entry_of_any_kind_shows_a_key_or_an_id(locale: str) -> None:
    raw = re.compile(
        r"[a-z]_[a-z]|[78]0000\d|kq7w|8f3b9c|None|False|[a-z]+\.[a-z]+|\b(zone|daily|podium|domino_square):"
    )
    for one in entries():
        line = re.sub(r"<t:\d+:\w>", "", text_of(one, Reader(words(locale))))
        assert not raw.search(line), line
        assert line.startswith(" · **Host**: ")


def test_a_change_of_a_match_names_its_game_and_its_people() -> None:
    line = text_of(entry(AuditAction.VOID), ENGLISH)
    assert "**Host**: voided Kent (**Ann** and **Ben**, <t:1763035200:d>)" in line
    gone = AuditEntry(1, GUILD, NOON, HOST, AuditAction.VOID, "", 5)
    assert "voided a match that was deleted later" in text_of(gone, ENGLISH)


def test_changed_settings_are_named_as_on_their_page() -> None:
    line = text_of(entry(AuditAction.SETTINGS, zone="Asia/Tokyo", medal_matches=1), ENGLISH)
    assert "changed settings: “Time zone” is now **Asia/Tokyo** and “Matches for a medal and the role” is now" in line


def test_a_season_has_its_name_of_today_or_the_last_one() -> None:
    assert "opened season “Autumn”" in text_of(entry(AuditAction.OPEN_SEASON, season=SEASON, name="x"), ENGLISH)
    assert "deleted season “x”" in text_of(entry(AuditAction.DELETE_SEASON, season=1, name="x"), ENGLISH)


def test_a_change_without_a_person_is_by_the_bot_or_the_command_line() -> None:
    assert "the bot itself: changed" in text_of(entry(AuditAction.SETTINGS, None, summary=None), ENGLISH)
    assert "command line: imported" in text_of(entry(AuditAction.IMPORT, None, results=1), ENGLISH)
