"""Replace the flags of tournaments by announcements."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "r0039"
down_revision = "r0038"
branch_labels = None
depends_on = None

_FLAGS = ("check_in_told", "announced_round", "reminded_round", "end_announced", "role_told")


def upgrade() -> None:
    """Turn flags into announcements, and drop them."""
    names = ("id", "kind", "stage", "revision", "starts_at", *_FLAGS)
    tournaments = sa.table("tournaments", *map(sa.column, names), sa.column("announcements", sa.JSON))
    people = sa.table(
        "tournament_people",
        *map(sa.column, ("tournament_id", "user_id", "team", "signed_at", "asks_id", "question_id")),
    )
    connection = op.get_bind()
    signed: dict[int, list[Any]] = {}
    for row in connection.execute(sa.select(people)).mappings():
        signed.setdefault(row["tournament_id"], []).append(row)
    for row in connection.execute(sa.select(tournaments)).mappings().all():
        before = list(row["announcements"] or ())
        after = _with_flags(row, before, signed.get(row["id"], ()))
        if after != before:
            own = sa.update(tournaments).where(tournaments.c.id == row["id"])
            connection.execute(own.values(announcements=after))
    for name in _FLAGS:
        op.drop_column("tournaments", name)
    op.drop_column("tournament_people", "question_id")


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
