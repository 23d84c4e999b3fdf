"""The names of people of a server, and labels told apart by more than a name."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.locales import Words
from bot.messages.parts.names import names_in_pictures, plain_name
from bot.messages.parts.text import MAX_OPTION_TEXT, truncate, without_directions

_CHANNEL: Final = re.compile(r"<#(\d{1,20})>")


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


def told_apart(names: Mapping[int, Sequence[str]]) -> dict[int, str]:
    """Return the first part of each name, with as many of the others as tell it from equal ones."""
    labels = {key: parts[0] for key, parts in names.items()}
    for place in range(1, max(map(len, names.values()), default=1)):
        often = Counter(label.casefold() for label in labels.values())
        labels = {
            key: f"{label} · {names[key][place]}" if often[label.casefold()] > 1 else label
            for key, label in labels.items()
        }
    return labels


def is_meant(typed: str, parts: Sequence[str], channel_name: Callable[[int], str], more: str = "") -> bool:
    """Return True if a typed text is a name as `told_apart` returns it, alone or as choices show it.

    :param channel_name: returns the name of a channel, which may be typed as a mention.
    :param more: the text that choices add.
    """
    wanted = _CHANNEL.sub(lambda found: channel_name(int(found[1])), typed).strip().casefold()
    labels = [" · ".join(parts[:count]) for count in range(1, len(parts) + 1)]
    return wanted in (as_choice(one).casefold() for label in labels for one in (label, f"{label} · {more}"))


def as_choice(label: str) -> str:
    """Return a name as choices of a command show it."""
    return without_directions(truncate(label, MAX_OPTION_TEXT))
