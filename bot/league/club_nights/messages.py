"""Messages about club nights."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Final

import discord

from bot.league.club_nights.calendar import next_start, opens_at
from bot.league.club_nights.clicks import ClubNightClick
from bot.league.tournaments.announcing.news import with_role
from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    Kind,
    Row,
    Select,
    SelectOption,
    Style,
)
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, MAX_OPTION_TEXT, bold, message_link, timestamp, truncate
from storage.league.club_nights import ClubNight
from storage.league.tournament_values import Tournament, TournamentStage

DAY: Final = "%Y%m%d"
"""The form of a date in an address."""


def name_of(night: ClubNight, w: Words) -> str:
    """Return the title of a club night, or the names of its games."""
    return night.title or w.list([w(f"game.{game}.name") for game in dict.fromkeys(night.games)])


def evening_title(night: ClubNight, day: date, w: Words) -> str:
    """Return the title of an evening's tournament."""
    return f"{night.title or w(f'game.{night.game(day)}.name')} · {w.long_day(day)}"


def about_night(night: ClubNight, zone: str, now: float, w: Words) -> str:
    """Return the schedule, the games and the next evening of a club night."""
    kind = "free" if night.free_play else night.evenings[0]["kind"]
    games = " → ".join(w(f"game.{game}.name") for game in night.games)
    clock = f"{night.clock:%H:%M}"
    weekly = w("club.weekly", day=w.weekday(night.first_day), time=clock, zone=zone)
    often = weekly if night.weekly else w("club.once", time=clock, zone=zone)
    lines = [f"{often} · {games} · {kind_text(kind, w)}"]
    start, opens = next_start(night, zone), opens_at(night, zone)
    if night.next_day is not None and start is not None and opens is not None:
        game = w(f"game.{night.game(night.next_day)}.name")
        when = f"{timestamp(start, 'F')} ({timestamp(start, 'R')})"
        said = w("club.next", when=when, game=game)
        lines.append(f"{said} {w('club.opens', when=timestamp(opens, 'f'))}" if opens > now else said)
    return "\n".join(lines)


def kind_text(kind: str, w: Words) -> str:
    """Return the name of a kind of evening."""
    return w("club.free") if kind == "free" else w(f"tournament.kind.{kind}")


def saved_message(
    night: ClubNight, zone: str, now: float, reader: Reader, what: str, moved: datetime | None = None
) -> Message:
    """Return the public answer to a club night that was `created` or `changed`.

    :param moved: the new start of an evening that was announced before.
    """
    w = reader.words
    lines = [f"📅 {w(f'club.{what}', title=bold(name_of(night, w)))}", about_night(night, zone, now, w)]
    lines += [w("club.moved", when=timestamp(moved.timestamp(), "F"))] if moved is not None else []
    return Message("\n".join(lines))


def nights_message(
    nights: Sequence[ClubNight],
    last: Mapping[int, Tournament],
    paused: Collection[int],
    labels: Mapping[int, str],
    chosen: int | None,
    zone: str,
    now: float,
    reader: Reader,
) -> Message:
    """Return the list of club nights.

    :param last: the tournaments created last, by their ids.
    :param paused: the ids of the club nights whose host is kept out.
    :param labels: the names of those that the reader may change, by id.
    :param chosen: the one that the buttons change.
    """
    w = reader.words
    if not nights:
        return Message(w("club.none", command=reader.command("tournament create"), button=w("tournament.form.weekly")))
    parts = []
    for night in nights:
        tournament = last.get(night.tournament_id or 0)
        without = "club.paused" if night.id in paused else "club.no_host" if night.host_id <= 0 else ""
        lines = [bold(name_of(night, w)), f"<#{night.channel_id}> · {about_night(night, zone, now, w)}"]
        command = reader.command("club-nights")
        lines += [w(without, title=bold(name_of(night, w)), command=command)] if without else []
        if tournament is not None and tournament.stage.is_live:
            where = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
            stage = w(f"tournament.stage.{tournament.stage}")
            lines.append(f"{bold(tournament.title)} · {stage} [↗]({where})")
        parts.append("\n".join(lines))
    embed = discord.Embed(colour=COLOUR, title=w("club.title"))
    embed.description = truncate("\n\n".join(parts), MAX_DESCRIPTION)
    rows: list[Row] = []
    if len(labels) > 1:
        options = [
            SelectOption(truncate(label, MAX_OPTION_TEXT), str(key), default=key == chosen)
            for key, label in labels.items()
        ]
        rows.append((Select(ClickAddress(ClubNightClick.CHOOSE), tuple(options), w("club.button.change")),))
    if chosen in labels:
        edit = Button(ClickAddress(ClubNightClick.EDIT, str(chosen)), w("club.button.change"), Style.MAIN)
        rows.append((edit, Button(ClickAddress(ClubNightClick.ASK, str(chosen)), w("club.button.cancel"))))
    return Message(embed=embed, rows=tuple(rows))


def ask_cancel(night: ClubNight, last: Tournament | None, zone: str, reader: Reader) -> Message:
    """Return the question which evenings to cancel.

    :param last: the tournament created last.
    """
    w, start = reader.words, next_start(night, zone)
    text = w("club.ask_cancel", title=bold(name_of(night, w)))
    end = Button(ClickAddress(ClubNightClick.END, str(night.id)), w("club.button.end"), Style.DANGER)
    keep = Button(ClickAddress(Kind.KEEP), w("table.button.keep"))
    buttons = [end, keep]
    if night.next_day is not None and start is not None:
        address = ClickAddress(ClubNightClick.SKIP, str(night.id), int(f"{night.next_day:{DAY}}"))
        buttons.insert(0, Button(address, w("club.button.skip", day=w.day(night.next_day)), Style.MAIN))
        text = f"{text}\n{w('club.ask_skip', when=timestamp(start, 'F'))}"
    if last is not None and last.stage in (TournamentStage.OPEN, TournamentStage.RUNNING):
        text = f"{text}\n{w('club.announced', title=bold(last.title))}"
    return Message(text, rows=(tuple(buttons),))


def no_host_message(night: ClubNight, reader: Reader) -> Message:
    """Return the line that a club night has no host."""
    command = reader.command("club-nights")
    return Message(f"📅 {reader.words('club.no_host', title=bold(name_of(night, reader.words)), command=command)}")


def free_play_message(night: ClubNight, day: date, start: float, reader: Reader) -> Message:
    """Return the announcement of an evening of free play."""
    w = reader.words
    game = bold(w(f"game.{night.game(day)}.name"))
    when = f"{timestamp(start, 'F')} ({timestamp(start, 'R')})"
    return with_role(
        Message(f"📅 {w('club.free.announced', title=bold(name_of(night, w)), game=game, when=when)}"), night
    )


def call_message(night: ClubNight, game: str, reader: Reader) -> Message:
    """Return the call at the start of an evening of free play."""
    w = reader.words
    text = w("club.free.begins", title=bold(name_of(night, w)), game=bold(w(f"game.{game}.name")))
    play = Button(ClickAddress(Kind.CHOOSE_GAME, rest=game), w("welcome.button.play"), Style.GO, emoji="🁣")
    return with_role(Message(f"📅 {text}", rows=((play,),)), night)


def missed_message(night: ClubNight, missed: float, following: float | None, why: str, reader: Reader) -> Message:
    """Return the line about an evening that was left out.

    :param missed: the start of this evening.
    :param following: the start of the next one.
    :param why: one of `REASONS`.
    """
    w = reader.words
    text = w(f"club.missed.{why}", title=bold(name_of(night, w)), when=timestamp(missed, "F"))
    if following is not None:
        text = f"{text} {w('club.missed.next', when=timestamp(following, 'F'))}"
    return Message(f"📅 {text}")


REASONS: Final = ("late", "full")
"""The bot was not running, or too many tournaments run on the server."""

COMPLETES: Final = {
    "club.{}": ("created", "changed"),
    "club.missed.{}": REASONS,
}
