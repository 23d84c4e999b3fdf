"""The names of people in a league."""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.locales import Words
from bot.messages.parts.names import names_in_pictures, plain_name


def called(names: Mapping[int, str], user_id: int, w: Words) -> str:
    """Return the name of a person, not escaped.

    :param names: the known names by user id; a forgotten person has an id below zero and no name.
    """
    if user_id in names:
        return plain_name(names[user_id])
    return w("name.former") if user_id < 0 else w("league.nameless", digits=f"{user_id % 10_000:04}")


def names_drawn(names: Mapping[int, str], people: Iterable[int], w: Words) -> dict[int, str]:
    """Return names by id as pictures draw them; see `names_in_pictures`."""
    ids = tuple(dict.fromkeys(people))
    stand_ins = [called({}, one, w) for one in ids]
    return dict(zip(ids, names_in_pictures([called(names, one, w) for one in ids], stand_ins), strict=True))


def called_in(row: Mapping[str, Any], w: Words) -> str:
    """Return the name in a row of a season's final table."""
    return called({row["user_id"]: row["name"]} if row["name"] else {}, row["user_id"], w)
