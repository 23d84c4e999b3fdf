"""The steps of a solitaire, as pure functions."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bot.tables.errors import Refused, SoloOver, Stale, TableError
from bot.tables.state import Person
from games import EndReason
from games.core.match import FINISH
from games.core.solitaire import Solitaire
from storage.solo import SoloEntry, SoloStatus, StoredSolo

from .searching import dealt
from .state import HINT, REDO, RESTART, UNDO, PlayedMoves, Solo, SoloStep, end_of

_STATUS = {
    EndReason.SOLVED: SoloStatus.SOLVED,
    EndReason.STUCK: SoloStatus.STUCK,
    EndReason.GAVE_UP: SoloStatus.GAVE_UP,
}


def begin(solo_id: str, person: Person, *, guild_id: int, game: str, seed: str, day: str, now: float) -> Solo:
    """Return a new solitaire; some are stuck from the beginning."""
    match = dealt(game, seed)
    stored = StoredSolo(
        id=solo_id,
        guild_id=guild_id,
        user_id=person.user_id,
        name=person.name,
        game=game,
        seed=seed,
        day=day,
        counted=True,
        open=True,
        status=SoloStatus.PLAYING,
        revision=0,
        moves=0,
        helped=False,
        created_at=now,
        ended_at=None,
    )
    return Solo(_with_result(stored, match, now), match, acted_at=now)


def move(solo: Solo, person: Person, revision: int, text: str, now: float) -> SoloStep:
    """Make a move on the picture of `revision`.

    :raises Stale: if another step was made since.
    :raises Refused: if the rules do not allow the move.
    """
    match = _require_match(solo, person, revision)
    refusal = match.refusal(0, text)
    if refusal:
        raise Refused(refusal)
    after = match.copy()
    after.play(0, text)
    return _add_entry(solo, after, text, now)


def play_on(solo: Solo, person: Person, moves: Sequence[str], now: float) -> SoloStep:
    """Make the first moves of another line at once in a solitaire without moves."""
    match = _require_match(solo, person, 0)
    step = SoloStep(solo)
    for text in moves:
        match = match.copy()
        match.play(0, text)
        following = _add_entry(step.solo, match, text, now, helped=True)
        step = SoloStep(following.solo, (*step.entries, *following.entries))
    return step


def undo(solo: Solo, person: Person, revision: int, count: int, now: float) -> SoloStep:
    """Undo this many moves.

    :raises TableError: if fewer moves have been made, or `count` is less than 1.
    """
    _require_match(solo, person, revision)
    if not 1 <= count <= len(solo.line.played):
        raise TableError("solo.nothing_to_undo")
    match = dealt(solo.stored.game, solo.stored.seed, solo.line.played[:-count])
    return _add_entry(solo, match, f"{UNDO}={count}", now, helped=True)


def redo(solo: Solo, person: Person, revision: int, now: float) -> SoloStep:
    """Repeat the move that was undone last.

    :raises TableError: if no move can be repeated.
    """
    match = _require_match(solo, person, revision)
    if not solo.line.undone:
        raise TableError("solo.nothing_to_redo")
    after = match.copy()
    after.play(0, solo.line.undone[-1])
    return _add_entry(solo, after, REDO, now)


def restart(solo: Solo, person: Person, revision: int, now: float) -> SoloStep:
    """Undo all moves.

    :raises TableError: if none has been made.
    """
    _require_match(solo, person, revision)
    if not solo.line.played:
        raise TableError("solo.nothing_to_undo")
    return _add_entry(solo, dealt(solo.stored.game, solo.stored.seed), RESTART, now, helped=True)


def hint(solo: Solo, person: Person, revision: int, now: float) -> SoloStep:
    """Note that a hint was given.

    :raises Stale: if another step was made since the request.
    """
    return _add_entry(solo, _require_match(solo, person, revision), HINT, now, helped=True)


def give_up(solo: Solo, person: Person, revision: int, now: float) -> SoloStep:
    """Give up; a stuck solitaire stays stuck, without undo."""
    return _give_up(solo, _require_match(solo, person, revision), now)


def drop(solo: Solo, now: float) -> SoloStep:
    """Give up a solitaire; drop an unplayed or broken one."""
    if not solo.stored.open:
        return SoloStep(solo)
    if solo.match is None or (solo.stored.status is SoloStatus.PLAYING and not solo.revision):
        return SoloStep(solo.with_stored(open=False, status=SoloStatus.DROPPED, ended_at=now))
    return _give_up(solo, solo.match, now)


def excuse(solo: Solo, now: float) -> SoloStep:  # noqa: ARG001  # as every step
    """Make an unwinnable deal that was given up not count."""
    if solo.stored.day or solo.stored.status is not SoloStatus.GAVE_UP:
        return SoloStep(solo)
    return SoloStep(solo.with_stored(counted=False))


def needs_owner(solo: Solo, person: Person) -> None:
    """Check that the person owns the solitaire.

    :raises TableError: unless the person owns the solitaire.
    """
    if not solo.is_of(person):
        raise TableError("solo.not_yours", name=solo.stored.name)


def needs_picture(solo: Solo, person: Person, revision: int) -> None:
    """Check that the person can act on this picture.

    :raises TableError: unless the person can act on the picture of `revision`.
    """
    _require_match(solo, person, revision)


def _require_match(solo: Solo, person: Person, revision: int) -> Solitaire:
    needs_owner(solo, person)
    if solo.match is None:
        raise TableError("table.broken")
    if not solo.stored.open:
        raise SoloOver
    if revision != solo.revision:
        raise Stale
    return solo.match


def _give_up(solo: Solo, match: Solitaire, now: float) -> SoloStep:
    if match.outcome is not None:
        return SoloStep(solo.with_stored(open=False))
    after = match.copy()
    after.finish()
    return _add_entry(solo, after, FINISH, now)


def _add_entry(solo: Solo, match: Solitaire, text: str, now: float, *, helped: bool = False) -> SoloStep:
    entry = SoloEntry(solo.revision + 1, text, now)
    stored = replace(
        solo.stored, revision=entry.revision, helped=solo.stored.helped or helped, spent=solo.spent_until(now)
    )
    line: PlayedMoves = solo.line.after(text)
    return SoloStep(Solo(_with_result(stored, match, now), match, line, now), (entry,))


def _with_result(stored: StoredSolo, match: Solitaire, now: float) -> StoredSolo:
    """Return the columns with the result, once it is over."""
    (moves,) = match.scores
    if match.outcome is None:
        return replace(stored, status=SoloStatus.PLAYING, moves=moves, ended_at=None)
    status = _STATUS[match.outcome.reason]
    if stored.status is status and stored.ended_at is not None and stored.moves == moves:
        return replace(stored, moves=moves)  # a hint in a stuck position does not change when it ended
    late = bool(stored.day) and now >= end_of(date.fromisoformat(stored.day))
    return replace(
        stored,
        status=status,
        moves=moves,
        ended_at=now,
        open=status is SoloStatus.STUCK,
        counted=stored.counted and not late,
    )
