"""Lines and buttons about the pairing of a match, in its lobby, on its board and at its end."""

from collections.abc import Iterator, Sequence

from bot.league.tournaments.clicks import TournamentClick
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Style
from bot.messages.parts.text import bold
from bot.tables.state import Table
from storage.league.tournament_values import PairingState, TablePairing


def kept_lines(table: Table, kept_for: Sequence[str], w: Words) -> Iterator[str]:
    """Yield for whom the seats of a lobby are kept, and who is waited for at a full table."""
    if not kept_for:
        return
    yield f"🏆 {w('tournament.refusal.reserved', names=w.list(list(map(bold, kept_for))))}"
    absent = [one.name for one in table.persons if one.user_id not in table.stored.pairing_consent.user_ids]
    if absent and len(table.seats) == len(kept_for):
        start = bold(w("lobby.button.start"))
        yield f"⏳ {w('tournament.table.waits', names=w.list(list(map(bold, absent))), button=start)}"


def lobby_line(table: Table, pairing: TablePairing, w: Words) -> str:
    """Return what the match of a lobby counts for, or may count for."""
    title = _title(pairing, w)
    if pairing.match_id == table.id:
        return f"🏆 {w('tournament.table.counts', title=title)}" if pairing.is_open else _settled_line(pairing, w)
    line = f"🏆 {w('tournament.table.offer', title=title, button=bold(w('lobby.button.accept_pairing')))}"
    consent = table.stored.pairing_consent
    accepted = [one.name for one in table.persons if one.user_id in consent.user_ids]
    if not accepted or consent.pairing_id != pairing.id:
        return line
    return f"{line} {w('tournament.table.accepted', names=w.list(list(map(bold, accepted))))}"


def accept_button(table: Table, pairing: TablePairing, w: Words) -> Button:
    """Return the button by which a player lets the match of a lobby count for a pairing."""
    accept = ClickAddress(TournamentClick.ACCEPT_PAIRING, table.id, pairing.id)
    return Button(accept, w("lobby.button.accept_pairing"), Style.GO, emoji="🏆")


def board_fact(pairing: TablePairing, w: Words) -> str:
    """Return what a running match counts for."""
    title = w("tournament.round_of", title=pairing.title, round=pairing.round)
    otherwise = "tournament.footer.waits" if pairing.waits else "tournament.footer.no"
    return w("tournament.footer.yes" if pairing.is_open else otherwise, title=title)


def end_line(pairing: TablePairing, w: Words, *, has_settled: bool) -> str:
    """Return the pairing of an ended match, and whether this match counted."""
    if not has_settled and not pairing.is_open:
        return _settled_line(pairing, w)
    counted = "tournament.table.counts_again" if pairing.waits else "tournament.table.counted"
    return f"🏆 {w(counted if has_settled else 'tournament.table.undecided', title=_title(pairing, w))}"


def _settled_line(pairing: TablePairing, w: Words) -> str:
    """Return the remark that the pairing is settled otherwise, or taken back."""
    is_gone = pairing.waits or pairing.state is PairingState.GONE
    return f"⌛ {w('tournament.table.gone' if is_gone else 'tournament.table.settled', title=_title(pairing, w))}"


def _title(pairing: TablePairing, w: Words) -> str:
    return w("tournament.round_of", title=bold(pairing.title), round=pairing.round)
