"""Messages about people whom moderators keep out, for moderators and hosts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.league.administration.clicks import ModeratorClick
from bot.league.administration.messages import LARGEST_REASON
from bot.locales import Words
from bot.messages.errors import until_text
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    Form,
    Row,
    Select,
    SelectOption,
    Style,
    TextField,
    last_page,
    page_buttons,
)
from bot.messages.parts.message import COLOUR, Message, add_page_number
from bot.messages.parts.names import person_named, plain_name
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, MAX_PLACEHOLDER, bold, escape, timestamp, truncate
from storage.kept_out import KeptOut
from storage.league.tournament_values import Tournament

LINES: Final = 10
"""The people on a page."""

_LONGEST_NAME: Final = 40
"""The most characters of a name in an address; Discord's have 32."""


@dataclass(frozen=True)
class Consequences:
    """The consequences of keeping a person out.

    :ivar withdrawn: the titles of tournaments for which they had signed up.
    :ivar playing: the running tournaments in which they still play.
    :ivar matches: the number of running matches in which they still play.
    """

    withdrawn: tuple[str, ...] = ()
    playing: tuple[Tournament, ...] = ()
    matches: int = 0


def kept_out_answer(one: KeptOut, by: int, name: str, found: Consequences, reader: Reader, *, changed: bool) -> Message:
    """Return the answer to a moderator, `by`, who keeps a person out."""
    w = reader.words
    head = w("kept.done" if changed else "kept.done.already", name=bold(name), until=until_text(one.until, w))
    lines = [f"{head}\n> {escape(one.reason)}"]
    if found.withdrawn:
        lines.append(w("kept.done.withdrawn", titles=w.list([bold(title) for title in found.withdrawn])))
    for tournament in found.playing:
        hosts = w.list([f"<@{host}>" for host in tournament.hosts if host not in (one.user_id, by)])
        key = "kept.done.playing" if hosts else "kept.done.playing_alone"
        command = reader.command("tournament-host person")
        lines.append(w(key, title=bold(tournament.title), hosts=hosts, command=command))
    if found.matches:
        lines.append(w.count("kept.done.matches", found.matches))
    lines.append(f"-# {w('kept.done.still', command=reader.command('league-admin keep-out'))}")
    return Message("\n".join(lines))


def keep_out_form(user_id: int, name: str, w: Words) -> Form:
    """Return the form for the reason and the end of keeping a person out."""
    fields = (
        TextField("reason", w("kept.form.reason"), LARGEST_REASON),
        TextField("until", w("kept.form.until"), required=False),
    )
    return Form(_address(ModeratorClick.KEEP_OUT, user_id, name), w("kept.form.title", name=name), fields)


def kept_out_person(one: KeptOut, name: str, w: Words) -> Message:
    """Return a person kept out, with buttons to let them in and to change the reason and the end."""
    change = Button(_address(ModeratorClick.ASK_KEEP_OUT, one.user_id, name), w("kept.change"))
    back = Button(ClickAddress(ModeratorClick.LET_IN, rest=str(one.user_id)), w("kept.let_in.button"), Style.GO)
    return Message(_line(one, w), rows=((back, change),))


def _address(kind: ModeratorClick, user_id: int, name: str) -> ClickAddress:
    return ClickAddress(kind, rest=f"{user_id}/{truncate(name, _LONGEST_NAME)}")


def _line(one: KeptOut, w: Words) -> str:
    since = w("kept.line", since=timestamp(one.since, "d"), until=until_text(one.until, w))
    return f"<@{one.user_id}> · {since}\n> {escape(one.reason)}"


def host_message(tournament: Tournament, one: KeptOut, names: Mapping[int, str], reader: Reader) -> Message:
    """Return the direct message to a host in whose tournament a person kept out still plays."""
    w = reader.words
    return Message(
        w(
            "kept.host",
            name=person_named(one.user_id, names, w),
            title=bold(tournament.title),
            until=until_text(one.until, w),
            command=reader.command("tournament-host person"),
        )
    )


def kept_out_list(
    found: Sequence[KeptOut], names: Mapping[int, str], number: int, total: int, reader: Reader, note: str = ""
) -> Message:
    """Return a page of the people kept out, with a select that lets one in.

    :param number: the page, from 0.
    :param note: the first line, about what was just done.
    """
    w, pages = reader.words, last_page(total, LINES) + 1
    lines = [_line(one, w) for one in found]
    embed = discord.Embed(
        colour=COLOUR, title=w("kept.list.title"), description="\n".join(lines) or w("kept.list.none")
    )
    add_page_number(embed, number, pages, w)
    rows: list[Row] = []
    if found:
        options = tuple(SelectOption(_label(one, names), str(one.user_id)) for one in found)
        address = ClickAddress(ModeratorClick.LET_IN, number=number)
        rows.append((Select(address, options, truncate(w("kept.list.let_in"), MAX_PLACEHOLDER)),))
    rows += page_buttons(reader, lambda page: ClickAddress(ModeratorClick.KEPT_OUT_PAGE, "", page), number, pages)
    return Message(note, embed=embed, rows=tuple(rows))


def _label(one: KeptOut, names: Mapping[int, str]) -> str:
    name = plain_name(names[one.user_id]) if one.user_id in names else str(one.user_id)
    return truncate(f"{name} · {one.reason}", MAX_OPTION_TEXT)
