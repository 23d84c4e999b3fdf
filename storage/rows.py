"""Dataclasses as rows: their fields have the names of the columns."""

from dataclasses import fields
from typing import Any

from sqlalchemy import Column, Table

__all__ = ["chosen", "columns_of"]


def columns_of(value: Any) -> dict[str, Any]:
    """A dataclass as columns: name -> value."""
    return {part.name: getattr(value, part.name) for part in fields(value)}


def chosen(table: Table, kind: type[Any]) -> list[Column[Any]]:
    """The columns of a table that are the fields of a dataclass, in its order."""
    return [table.c[part.name] for part in fields(kind)]
