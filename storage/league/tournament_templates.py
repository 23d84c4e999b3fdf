"""Templates of a server: the settings of tournaments under a name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, delete, insert, select, update

from storage.database import Transaction
from storage.schema import current_key, tournament_templates
from storage.transactions import field_columns, to_row

_C = tournament_templates.c


@dataclass(frozen=True)
class TournamentTemplate:
    """The settings of a tournament under a name.

    :ivar id: 0 for an unsaved template.
    :ivar settings: see `tournaments.settings_of`.
    :ivar series_id: the series of its tournaments.
    :ivar role_id: the role that its tournaments mention.
    """

    id: int
    guild_id: int
    name: str
    settings: Mapping[str, Any]
    series_id: int | None = None
    role_id: int | None = None

    @property
    def game(self) -> str:
        return current_key(self.settings["game"])


async def save(tx: Transaction, template: TournamentTemplate) -> None:
    """Save a new template, or a changed one. The league must be held."""
    row = to_row(template, without=("id",)) | {"settings": dict(template.settings)}
    if template.id:
        await tx.execute(update(tournament_templates).where(_C.id == template.id).values(**row))
    else:
        await tx.execute(insert(tournament_templates).values(**row))


async def load(tx: Transaction, guild_id: int, template_id: int) -> TournamentTemplate | None:
    """Return a template of a server."""
    found = await _read(tx, _C.guild_id == guild_id, _C.id == template_id)
    return found[0] if found else None


async def in_guild(tx: Transaction, guild_id: int) -> tuple[TournamentTemplate, ...]:
    """Return the templates of a server, oldest first."""
    return await _read(tx, _C.guild_id == guild_id)


async def remove(tx: Transaction, guild_id: int, template_id: int) -> bool:
    """Delete a template; False if there is none."""
    wanted = delete(tournament_templates).where(_C.guild_id == guild_id, _C.id == template_id)
    return (await tx.execute(wanted)).rowcount > 0


async def leave_series(tx: Transaction, series_id: int) -> None:
    """Let the templates of a series belong to none."""
    await tx.execute(update(tournament_templates).where(_C.series_id == series_id).values(series_id=None))


async def _read(tx: Transaction, *conditions: ColumnElement[bool]) -> tuple[TournamentTemplate, ...]:
    columns = field_columns(tournament_templates, TournamentTemplate)
    rows = await tx.execute(select(*columns).where(*conditions).order_by(_C.id))
    return tuple(TournamentTemplate(**row) for row in rows.mappings())
