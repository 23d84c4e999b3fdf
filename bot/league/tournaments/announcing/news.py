"""The texts of tournament announcements: a new round, a near deadline, the end and others."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final

import discord

from bot import render
from bot.league.tournaments.announcing.notices import (
    NO_CORRECTION,
    Correction,
    correction_of,
    current_pairings,
    lost_pairings,
    newly_paired,
    people_of,
)
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.duplicate import is_played_alone
from bot.league.tournaments.formats.kinds import current_round, kind_of, podium_of, winners
from bot.league.tournaments.formats.scoring import TeamStanding
from bot.league.tournaments.messages import hosts_button, overview_button, pairings_button, report_button
from bot.league.tournaments.progress.clock import NO_SHOW_S
from bot.league.tournaments.progress.starting import TeamsIncomplete, WrongNumber, absent
from bot.league.tournaments.results.claims import takes_claims
from bot.league.tournaments.showing.about import manner_of
from bot.league.tournaments.showing.crosstable import group_texts
from bot.league.tournaments.showing.deals import fingerprint_line, shared_results
from bot.league.tournaments.showing.names import (
    part_note,
    plain_team_names,
    round_name,
    team_name,
    team_names_drawn,
    versus,
)
from bot.league.tournaments.showing.pairings import score_text, unplayed_state
from bot.league.tournaments.showing.standings import first_lines, listed_standings, score_of, tie_break_note
from bot.league.tournaments.waiting_list import left_out, waiting_list
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Row, Style
from bot.messages.parts.message import GOLD, Drawing, Message, embedded
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, escape, message_link, timestamp
from bot.tables.state import Table
from storage.league.club_nights import ClubNight
from storage.league.tournament_values import (
    Announcement,
    AnnouncementKind,
    Pairing,
    Tournament,
    TournamentStage,
)

_LETTERS: Final = 1500
_MENTIONS: Final = 40
"""The most characters in one message; a large round takes several."""


def check_in_messages(
    tournament: Tournament, names: Mapping[int, str], mentioned: Collection[int], reader: Reader
) -> tuple[Message, ...]:
    """Return the check-in call; the last message has the button."""
    w, people = reader.words, [one.user_id for one in tournament.people if one.user_id > 0]
    when = f"{timestamp(tournament.starts_at or 0.0)} ({timestamp(tournament.starts_at or 0.0, 'R')})"
    head = w("tournament.news.check_in", title=bold(tournament.title), when=when)
    if tournament.entry_size > 1:
        head = f"{head} {w('tournament.news.check_in.teams')}"
    if waiting_list(tournament):
        head = f"{head} {w('tournament.news.check_in.waiting')}"
    check_in = Button(
        ClickAddress(TournamentClick.CHECK_IN, str(tournament.id)), w("tournament.button.check_in"), Style.GO
    )
    parts = [people[first : first + _MENTIONS] for first in range(0, len(people), _MENTIONS)] or [[]]
    found = []
    for number, part in enumerate(parts, 1):
        called_on = " ".join(f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in part)
        rows = ((check_in,),) if number == len(parts) else ()
        told = tuple(one for one in part if one in mentioned)
        found.append(Message("\n".join(filter(None, [head, called_on])), rows=rows, mentions=told))
    return tuple(found)


def personal_check_in(tournament: Tournament, reader: Reader) -> Message:
    """Return the direct message to check in, with a link."""
    w, where = reader.words, message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
    when = f"{timestamp(tournament.starts_at or 0.0)} ({timestamp(tournament.starts_at or 0.0, 'R')})"
    return Message(f"{w('tournament.news.check_in', title=bold(tournament.title), when=when)} [↗]({where})")


def not_started_message(
    tournament: Tournament, why_not: WrongNumber | TeamsIncomplete | None, reader: Reader
) -> Message:
    """Return the note to the hosts on a failed automatic start."""
    w, hosts = reader.words, tournament.hosts
    if isinstance(why_not, WrongNumber):
        reason = w.count("tournament.news.not_started.number", why_not.lacking)
    else:
        reason = w("tournament.news.not_started.late" if why_not is None else "tournament.news.not_started.teams")
    text = w("tournament.news.not_started", title=bold(tournament.title), reason=reason)
    return Message(" ".join([text, *(f"<@{one}>" for one in hosts)]), mentions=hosts)


def abandoned_message(tournament: Tournament, table: Table, reader: Reader) -> Message:
    """Return the note to the hosts about an abandoned match."""
    w, hosts = reader.words, tournament.hosts
    names = w.list(list(PlayerNames.at(table, w).spoken))
    text = w(
        "tournament.news.abandoned",
        title=bold(tournament.title),
        names=names,
        match=table.id,
        history=reader.command("history"),
    )
    return Message(" ".join([text, *(f"<@{one}>" for one in hosts)]), mentions=hosts)


def event_description(tournament: Tournament, reader: Reader) -> str:
    """Return the description of the scheduled event of a tournament."""
    w = reader.words
    return w("tournament.event", game=w(f"game.{tournament.game}.name"), kind=w(f"tournament.kind.{tournament.kind}"))


def corrected_round(
    tournament: Tournament, announced: Announcement, names: Mapping[int, str], reader: Reader
) -> tuple[Message, ...]:
    """Return the announcement of the current round with its changes, which replaces the posted one."""
    w, number = reader.words, announced.round
    lost = [
        f"~~{' – '.join(team_name(tournament, team, names, w) for team in teams)}~~"
        for teams in lost_pairings(tournament, announced)
    ]
    correction = replace(correction_of(tournament, number), dropped=())
    pairings = [
        one for one in tournament.pairings if one.round == number and (len(one.sides) > 1 or is_played_alone(one))
    ]
    return round_messages(tournament, pairings, names, (), reader, correction, lost)


def change_message(
    tournament: Tournament,
    announced: Announcement,
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
) -> Message | None:
    """Return the news of changed pairings in the current round for those concerned; None if they concern no one."""
    w, number, correction = reader.words, announced.round, correction_of(tournament, announced.round)
    new, found = newly_paired(tournament, announced), list[Message]()
    if new:
        link = message_link(tournament.guild_id, tournament.channel_id, next(iter(announced.messages), None))
        is_new = any(Correction(announced.teams).concerns(one) for one in new)
        key = "tournament.news.changed" if is_new else "tournament.news.reopened"
        head = w(key, title=bold(tournament.title), round=round_name(tournament, number, w), link=link)
        lines = [_line(tournament, one, names, mentioned, w, correction) for one in new]
        told = tuple(one for one in people_of(tournament, new) if one in mentioned)
        found.append(Message("\n".join([head, *lines]), mentions=told))
    found += _dropped(tournament, number, correction, names, mentioned, reader)
    if not found:
        return None
    told = tuple(dict.fromkeys(one for part in found for one in part.mentions))
    return Message("\n".join(one.content for one in found), mentions=told)


def round_messages(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
    correction: Correction = NO_CORRECTION,
    lost: Sequence[str] = (),
) -> tuple[Message, ...]:
    """Return a round's start: pairings, deadline and a table button.

    :param mentioned: the people who want to be mentioned; the others are named.
    :param correction: the announced pairings that are not played.
    :param lost: the lines of announced pairings without a match instead.
    """
    w, number = reader.words, current_round(tournament)
    title, kind = bold(tournament.title), kind_of(tournament)
    if kind.is_timed:
        head = w("tournament.news.pairings", title=title)
    elif kind.rounds_to_final(tournament, number) in (0, 1, 2):
        head = w("tournament.news.named_round", title=title, round=round_name(tournament, number, w))
    else:
        head = w("tournament.news.round", title=title, round=number, rounds=tournament.rounds)
    free = [
        f"○ {team_name(tournament, one.teams[0], names, w)} · {unplayed_state(one, tournament, w)}"
        for one in tournament.pairings
        if one.round == number and len(one.sides) == 1 and not is_played_alone(one)
        if one.teams[0] not in tournament.withdrawn
    ]
    free = [*lost, *free]
    all_now = [w("tournament.news.all_now")] if number == 1 < kind.paired_ahead(tournament) == tournament.rounds else []
    head = "\n".join([head, *all_now, *fingerprint_line(tournament, number, w)])
    told = _messages(tournament, head, pairings, free, names, mentioned, reader, correction)
    if kind.shares_deals and number > 1:
        told = (*_shared_results(tournament, number - 1, names, w), *told)
    told = (*told, *_dropped(tournament, number, correction, names, mentioned, reader))
    if number > 1:
        return told
    enters_late = kind_of(tournament).enters_late and tournament.entry_size == 1
    for key, missing in (("absent", absent(tournament)), ("no_place", left_out(tournament))):
        people = [one.user_id for one in missing]
        listed = [f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in people]
        text = w(f"tournament.news.{key}", names=", ".join(listed))
        if enters_late:
            text += " " + w("tournament.news.add_late", command=reader.command("tournament-host person"))
        if people:
            told = (*told, Message(text, mentions=tuple(one for one in people if one in mentioned)))
    return told


def moved_up_message(
    tournament: Tournament, people: Sequence[int], names: Mapping[int, str], mentioned: Collection[int], reader: Reader
) -> Message:
    """Return the news that people from the waiting list have a place."""
    w = reader.words
    listed = [f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in people]
    key = w.for_people("tournament.news.moved_up", len(people))
    text = w(key, title=bold(tournament.title), names=w.list(listed))
    return Message(text, mentions=tuple(one for one in people if one in mentioned))


def personal_place(tournament: Tournament, reader: Reader) -> Message:
    """Return the direct message about a place from the waiting list."""
    where = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
    return Message(f"{reader.words('tournament.news.own_place', title=bold(tournament.title))} [↗]({where})")


def sign_up_message(tournament: Tournament, reader: Reader) -> Message:
    """Return the invitation of a role to sign up."""
    where = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
    return Message(f"{reader.words('tournament.news.sign_up', title=bold(tournament.title))} [↗]({where})")


def with_role(message: Message, of: Tournament | ClubNight) -> Message:
    """Return a message that also mentions the role of a tournament or a club night, if any."""
    role_id = of.role_id
    if role_id is None:
        return message
    return replace(message, content=f"<@&{role_id}> {message.content}", role_mentions=(role_id,))


def _shared_results(tournament: Tournament, number: int, names: Mapping[int, str], w: Words) -> tuple[Message, ...]:
    """Return the results of a round that is over, and the way to its deals."""
    title = bold(tournament.title)
    head = w("tournament.shared.over", title=title, round=number, button=bold(w("tournament.button.all")))
    lines = shared_results(tournament, number, names, w)
    shown = first_lines(lines, w, len(lines), _LETTERS - len(head))
    return (Message(f"{head}\n{shown}", rows=((pairings_button(tournament, w),),)),)


def reminder_messages(
    tournament: Tournament, names: Mapping[int, str], mentioned: Collection[int], reader: Reader
) -> tuple[Message, ...]:
    """Return a reminder of open pairings; see `round_messages`."""
    head = reader.words("tournament.news.reminder", title=bold(tournament.title), round=current_round(tournament))
    return _messages(tournament, head, current_pairings(tournament), [], names, mentioned, reader)


def early_messages(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
    correction: Correction,
) -> tuple[Message, ...]:
    """Return the news of pairings of a round that open before it begins."""
    w, number = reader.words, pairings[0].round
    head = w("tournament.news.early", title=bold(tournament.title), round=round_name(tournament, number, w))
    lines = [_line(tournament, one, names, mentioned, w, correction) for one in pairings]
    told = tuple(one for one in people_of(tournament, pairings) if one in mentioned)
    opened = Message("\n".join([head, *lines]), rows=_rows(tournament, number, w), mentions=told)
    return (opened, *_dropped(tournament, number, correction, names, mentioned, reader))


def personal_message(
    tournament: Tournament,
    user_id: int,
    names: Mapping[int, str],
    reader: Reader,
    *,
    reminder: bool,
    early: Sequence[Pairing] = (),
) -> Message:
    """Return the direct message about a person's current pairings.

    :param early: the pairings of a round that open before it begins, if it is about those.
    """
    w, number = reader.words, early[0].round if early else current_round(tournament)
    own = tournament.participant(user_id)
    if own is not None and own in left_out(tournament):
        return Message(w("tournament.news.own_no_place", title=bold(tournament.title)))
    if own is not None and own in absent(tournament):
        return Message(w("tournament.news.own_absent", title=bold(tournament.title)))
    others = [
        team_name(tournament, team, names, w)
        for one in early or current_pairings(tournament)
        if own is not None and (side := one.side_of(own.team)) is not None
        for team in one.teams
        if team != side
    ]
    if kind_of(tournament).shares_deals and any(
        own is not None and own.team in one.teams for one in current_pairings(tournament)
    ):
        text = w("tournament.news.own_deals", title=bold(tournament.title), round=number)
        where = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
        return Message("\n".join([f"{text} [↗]({where})", *_until(tournament, w)]))
    if not others:
        return Message(w("tournament.news.own_dropped", title=bold(tournament.title), round=number))
    key = "tournament.news.own_reminder" if reminder else "tournament.news.own"
    if kind_of(tournament).is_timed:
        key = "tournament.news.own_pairing"
    text = w(key, title=bold(tournament.title), round=number, others=w.list(others))
    where = message_link(tournament.guild_id, tournament.channel_id, tournament.message_id)
    return Message("\n".join([f"{text} [↗]({where})", *(() if early else _until(tournament, w))]))


def outdated_message(tournament: Tournament, announcement: Announcement, newer: int | None, reader: Reader) -> Message:
    """Return the line that replaces an outdated announcement.

    :param newer: the id of the correct announcement, if any.
    """
    w = reader.words
    title = bold(tournament.title)
    announced = w(f"tournament.news.outdated.{announcement.kind}", title=title, round=announcement.round)
    if newer is None:
        return Message(w("tournament.news.taken_back", announced=announced))
    link = message_link(tournament.guild_id, tournament.channel_id, newer)
    return Message(w("tournament.news.corrected", announced=announced, link=link))


def end_message(
    tournament: Tournament,
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
    before: Sequence[int] = (),
) -> Message:
    """Return the end: the podium as a picture, the table, and the groups' crosstables.

    It is only a line if the tournament was cancelled, or no match was played.

    :param before: the people who were announced as winners before a correction.
    """
    w = reader.words
    if tournament.stage is TournamentStage.CANCELLED:
        people = [one.user_id for one in tournament.people if not one.withdrawn]
        text = w("tournament.news.cancelled", title=bold(tournament.title))
        told = [one for one in people if one in mentioned][:_MENTIONS]
        return Message(" ".join([text, *(f"<@{one}>" for one in told)]), mentions=tuple(told))
    overview = overview_button(tournament, w)
    rows = ((*([overview] if overview else []), pairings_button(tournament, w), hosts_button(tournament, w)),)
    if not winners(tournament):
        return Message(w("tournament.news.end_nothing", title=bold(tournament.title)), rows=rows)
    podium = podium_of(tournament)
    first = [one for one in podium if one.place == 1]
    first_names = w.list([_team(tournament, one.team, names, mentioned, w) for one in first])
    key = "tournament.news.end"
    key = w.for_people(key, len(tournament.teams[first[0].team])) if len(first) == 1 else "tournament.news.end_shared"
    text = "\n".join([w(key, title=bold(tournament.title), names=first_names), *_final_score(tournament, names, w)])
    embed = discord.Embed(colour=GOLD)
    embed.add_field(name=w("tournament.standings"), value=listed_standings(tournament, names, w), inline=False)
    for heading, table in group_texts(tournament, names, w):
        embed.add_field(name=heading, value=table, inline=False)
    embed.set_footer(text=tie_break_note(tournament, w))
    if kind_of(tournament).shares_deals:
        [results] = _shared_results(tournament, tournament.round, names, w)
        text = f"{text}\n{results.content}"
    sent = embedded(embed, _podium(tournament, podium, names, w), rows)
    told = [one.user_id for place in first for one in tournament.teams[place.team] if one.user_id in mentioned]
    if before:
        listed = [f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in before]
        text = f"{text}\n{w('tournament.news.end.before', names=w.list(listed))}"
        told += [one for one in before if one in mentioned and one not in told]
    return Message(text, sent.embed, sent.drawings, rows=sent.rows, mentions=tuple(told))


def _final_score(tournament: Tournament, names: Mapping[int, str], w: Words) -> list[str]:
    """Return the line with the score of the last final, if it has a score of its own."""
    kind = kind_of(tournament)
    finals = [
        one
        for one in tournament.pairings
        if kind.rounds_to_final(tournament, one.round) == 0 and not part_note(tournament, one, w)
    ]
    if not finals or not finals[-1].scores:
        return []
    score = score_text(tournament, finals[-1])
    return [f"{round_name(tournament, finals[-1].round, w)}: {versus(finals[-1], tournament, names, w)} · {score}"]


def _messages(
    tournament: Tournament,
    head: str,
    pairings: Sequence[Pairing],
    free: Sequence[str],
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
    correction: Correction = NO_CORRECTION,
) -> tuple[Message, ...]:
    """Return the round's pairings; the last message has the button."""
    w = reader.words
    until = list(_until(tournament, w))
    lines = [
        (_line(tournament, one, names, mentioned, w, correction), people_of(tournament, [one])) for one in pairings
    ]
    lines += [(line, ()) for line in free]
    parts: list[list[tuple[str, tuple[int, ...]]]] = [[]]
    for line in lines:
        letters = sum(len(text) for text, _ in (*parts[-1], line))
        people = sum(len(told) for _, told in (*parts[-1], line))
        if parts[-1] and (letters > _LETTERS or people > _MENTIONS):
            parts.append([])
        parts[-1].append(line)
    found = []
    for number, part in enumerate(parts, 1):
        is_last = number == len(parts)
        text = "\n".join([head, *(line for line, _ in part), *(until if is_last else [])])
        told = tuple(one for _, people in part for one in people if one in mentioned)
        found.append(
            Message(text, rows=_rows(tournament, current_round(tournament), w) if is_last else (), mentions=told)
        )
    return tuple(found)


def _line(
    tournament: Tournament,
    pairing: Pairing,
    names: Mapping[int, str],
    mentioned: Collection[int],
    w: Words,
    correction: Correction,
) -> str:
    text = " – ".join(_team(tournament, team, names, mentioned, w) for team in pairing.teams)
    before = correction.replaced.get(pairing.teams, ())
    if before:
        old = " – ".join(team_name(tournament, team, names, w) for team in before)
        text = w("tournament.news.corrected_pairing", old=old, new=text)
    score = (
        "" if kind_of(tournament).shares_deals else score_text(tournament, pairing)
    )  # secret until the round is over
    return text + (f" · {score}" if score else "") + part_note(tournament, pairing, w)


def _dropped(
    tournament: Tournament,
    number: int,
    correction: Correction,
    names: Mapping[int, str],
    mentioned: Collection[int],
    reader: Reader,
) -> tuple[Message, ...]:
    """Return the note to people who have no match in a round now, if any."""
    if not correction.dropped:
        return ()
    w = reader.words
    listed = [f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in correction.dropped]
    text = w("tournament.news.dropped", title=bold(tournament.title), round=number, names=w.list(listed))
    return (Message(text, mentions=tuple(one for one in correction.dropped if one in mentioned)),)


def _rows(tournament: Tournament, number: int, w: Words) -> tuple[Row, ...]:
    address = ClickAddress(TournamentClick.TABLE, str(tournament.id), number)
    table = Button(address, w("tournament.button.table"), Style.GO)
    report = (report_button(tournament, w),) if takes_claims(tournament) else ()
    return ((table, *report, pairings_button(tournament, w)),)


def _until(tournament: Tournament, w: Words) -> Iterator[str]:
    number = current_round(tournament)
    is_told = number > 1 and kind_of(tournament).is_timed  # the first pairings of an arena named it
    if tournament.deadline is not None and tournament.timed_round == number and not is_told:
        when = f"{timestamp(tournament.deadline, 'f')} ({timestamp(tournament.deadline, 'R')})"
        yield w(f"tournament.news.until.{manner_of(tournament)}", when=when)
    opened = [one.opened_at for one in current_pairings(tournament)]
    if kind_of(tournament).is_timed and opened:
        yield w("tournament.news.come", when=timestamp(max(opened) + NO_SHOW_S, "R"))


def _team(tournament: Tournament, team: int, names: Mapping[int, str], mentioned: Collection[int], w: Words) -> str:
    """Return a team with its members, mentioning those who want that."""
    people = [one.user_id for one in tournament.teams[team]]
    own = tournament.team_names.get(team)
    if own is None:
        return " & ".join(f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in people)
    members = " & ".join(f"<@{one}>" if one in mentioned else escape(called(names, one, w)) for one in people)
    return f"{bold(own)} ({members})"


def _podium(
    tournament: Tournament, podium: Sequence[TeamStanding], names: Mapping[int, str], w: Words
) -> Drawing | None:
    steps = _podium_steps(tournament, podium, plain_team_names(tournament, names, w), w)
    if not steps:
        return None
    drawn = _podium_steps(tournament, podium, team_names_drawn(tournament, names, w), w)
    said = "; ".join(f"{one.place}. {', '.join(one.names)} ({one.score})" for one in steps)
    return Drawing(partial(render.podium, tournament.title, drawn), f"{tournament.title}: {said}")


def _podium_steps(
    tournament: Tournament, podium: Sequence[TeamStanding], team_names: Mapping[int, str], w: Words
) -> list[render.PodiumStep]:
    steps = []
    for place, equals in groupby(podium, key=lambda one: one.place):
        shared = list(equals)
        teams = [team_names[standing.team] for standing in shared]
        steps.append(render.PodiumStep(place, tuple(teams), score_of(shared[0], tournament, w)))
    return steps


COMPLETES: Final = {
    "tournament.news.{}": ("absent", "no_place"),
    "tournament.news.outdated.{}": set(AnnouncementKind)
    - {
        AnnouncementKind.CARD,
        AnnouncementKind.SIGN_UP,
        AnnouncementKind.NOT_STARTED,
        AnnouncementKind.PLACES,
        AnnouncementKind.PAIRINGS,
        AnnouncementKind.PARTNER,
        AnnouncementKind.WITHDRAWN,
    },
}
