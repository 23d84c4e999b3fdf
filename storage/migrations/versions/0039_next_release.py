"""From 0.2.0 to the next release."""

import time
from typing import Any

import sqlalchemy as sa
from alembic import op

from storage.migrations.steps import run

revision = "r0039"
down_revision = "r0035"

_ADDED = """\
ALTER TABLE matches ADD COLUMN turn_left_s DOUBLE;
ALTER TABLE seasons ADD COLUMN roles_since DOUBLE;
"""

_DROPPED = """\
ALTER TABLE tournaments DROP COLUMN check_in_told;
ALTER TABLE tournaments DROP COLUMN announced_round;
ALTER TABLE tournaments DROP COLUMN reminded_round;
ALTER TABLE tournaments DROP COLUMN end_announced;
ALTER TABLE tournaments DROP COLUMN role_told;
ALTER TABLE tournament_people DROP COLUMN question_id;
DROP TABLE tournament_templates;
"""

_TIED = """
SELECT guild_id FROM leagues WHERE EXISTS (
    SELECT 1 FROM league_results AS result
    JOIN league_places AS one ON one.result_id = result.id
    JOIN league_places AS other
        ON other.result_id = result.id AND other.place = one.place AND other.side > one.side
    WHERE result.guild_id = leagues.guild_id AND result.why_not = '' AND NOT result.void
)
"""


def upgrade() -> None:
    """Change the schema, recompute leagues with ties, and turn flags of tournaments into announcements."""
    run(_ADDED)
    _recompute_ties(op.get_bind())
    _announce_flags(op.get_bind())
    run(_DROPPED)


def _recompute_ties(connection: sa.Connection) -> None:
    """Have leagues with ties recomputed, and tell their moderators."""
    deeds = sa.table("league_deeds", *map(sa.column, ("guild_id", "at", "deed", "reason")), sa.column("about", sa.JSON))
    for guild_id in connection.execute(sa.text(_TIED)).scalars().all():
        anew = sa.text("UPDATE leagues SET asked = asked + 1, anew_from = 0 WHERE guild_id = :id")
        connection.execute(anew, {"id": guild_id})
        entry = {"guild_id": guild_id, "at": time.time(), "deed": "rate_ties", "reason": "", "about": {}}
        connection.execute(deeds.insert().values(**entry))


def _announce_flags(connection: sa.Connection) -> None:
    """Turn the flags of tournaments into announcements."""
    tournaments = sa.table("tournaments", sa.column("id"), sa.column("announcements", sa.JSON))
    signed: dict[int, list[Any]] = {}
    for row in connection.execute(sa.text("SELECT * FROM tournament_people")).mappings():
        signed.setdefault(row["tournament_id"], []).append(row)
    stored = {one.id: one.announcements for one in connection.execute(sa.select(tournaments))}
    for row in connection.execute(sa.text("SELECT * FROM tournaments")).mappings().all():
        before = list(stored[row["id"]] or ())
        after = _with_flags(row, before, signed.get(row["id"], ()))
        if after != before:
            own = sa.update(tournaments).where(tournaments.c.id == row["id"])
            connection.execute(own.values(announcements=after))


def _with_flags(row: Any, stored: list[Any], signed: Any) -> list[Any]:
    """Return the announcements of a tournament, with one for each flag that has no message."""
    found = [dict(one) for one in stored]

    def note(kind: str, number: int = 0, teams: list[list[int]] | None = None, message: int | None = None) -> None:
        messages = [] if message is None else [message]
        about = {"kind": kind, "round": number, "messages": messages, "teams": teams or []}
        found.append(about | {"revision": row["revision"], "buttons": message})

    def has(number: int, *kinds: str) -> bool:
        return any(one["kind"] in kinds and one["round"] == number for one in found)

    paired = "pairings" if row["kind"] == "arena" else "round"
    if row["announced_round"] and not has(row["announced_round"], paired):
        note(paired, row["announced_round"])
    if row["reminded_round"] and not has(row["reminded_round"], "reminder"):
        note("reminder", row["reminded_round"])
    if row["end_announced"] and not any(one["kind"] == "end" for one in found):
        note("end")
    if row["role_told"]:
        note("sign_up")
    if row["check_in_told"] and row["starts_at"] is not None:
        start, calls = [[int(row["starts_at"])]], [one for one in found if one["kind"] == "check_in"]
        if calls:
            calls[-1]["teams"] = start
        else:
            note("check_in", teams=start)
    by_id = {one["user_id"]: one for one in signed}
    for one in signed:
        asked = by_id.get(one["asks_id"])
        if one["question_id"] is not None and asked is not None:
            found = [other for other in found if one["question_id"] not in other["messages"]]
            about = [[round(1000 * one["signed_at"]), asked["team"]]]
            note("partner", teams=about, message=one["question_id"])
    return [one for one in found if one["kind"] != "partner" or one["teams"]]
