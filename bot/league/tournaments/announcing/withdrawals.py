"""The news of a withdrawal, and whom they concern."""

from collections.abc import Collection, Mapping
from typing import Final

from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.progress.rounds import people_left_by
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold
from storage.league.tournament_values import Tournament, WithdrawalCause


def withdrawn_message(
    tournament: Tournament, key: tuple[int, ...], names: Mapping[int, str], mentioned: Collection[int], reader: Reader
) -> Message:
    """Return the news of a withdrawal to those who have a walkover by it or lost their partner, and to the hosts.

    :param key: see `Withdrawal`.
    """
    w, title = reader.words, bold(tournament.title)
    gone = next(one for one in tournament.withdrawals if one.key == key)
    own, left = tournament.signed(gone.sign_up), people_left_by(tournament, gone)
    listed = {one: f"<@{one}>" if one in mentioned else bold(called(names, one, w)) for one in left}
    if own is None:
        text = w(w.for_people("tournament.news.left_alone", len(left)), title=title, names=w.list([*listed.values()]))
        return Message(text, mentions=tuple(one for one in left if one in mentioned))
    key_of_rest = "average" if kind_of(tournament).shares_deals else "walkover"
    lines = [w(f"tournament.news.withdrawn.{gone.cause}", title=title, name=bold(called(names, own.user_id, w)))]
    for what, is_won in ((key_of_rest, True), ("partner", False)):
        people = [listed[one] for one, won in left.items() if won is is_won]
        lines += [w(f"tournament.news.withdrawn.{what}", names=w.list(people))] if people else []
    lines += [f"<@{one}>" for one in mentioned if one not in left]
    return Message(" ".join(lines), mentions=tuple(mentioned))


COMPLETES: Final = {
    "tournament.news.withdrawn.{}": (*WithdrawalCause, "walkover", "average", "partner"),
}
