"""All keys that the code completes while it runs.

What any game may ask for stands here; what single games ask for is declared by their looks (`Presenter.completes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import games
from bot.league.import_export import REASONS as WRONG_LINES
from bot.league.recording import REASONS
from bot.locales import LOCALES
from bot.messages.games import LOOKS, Completes, Fill
from bot.messages.league.tournaments import ASKED
from bot.messages.settings_pages import AUTO_LANGUAGE, BOARDS, NOTICES
from bot.messages.table.lobby import UNITS
from bot.messages.table.signs import EMOJIS
from bot.posts.channels import FOR_PICTURES, IN_THREADS, NEEDED
from bot.tables.time_controls import CLOCKS
from games.core.refusals import REFUSALS
from games.solver import Verdict
from games.verifying import FAULTS
from storage.league import tournaments
from storage.league.audit_log import AuditAction
from storage.league.results import CROWDED, FORM, IMPORT
from storage.league.seasons import Counting
from storage.league.tournaments import PairingState
from storage.ledger import LEAVING, SIT_DOWN, TOP_UP
from storage.matches import Player

__all__ = ["completions", "filled"]


def completions() -> dict[str, frozenset[str]]:
    """For every key with gaps all keys that it may become."""
    found: dict[str, frozenset[str]] = {}
    for declared in (_common(), *(vars(look).get("completes", {}) for look in LOOKS)):
        for key, fills in declared.items():
            found[key] = found.get(key, frozenset()) | filled(key, fills)
    return found


def filled(key: str, fills: Iterable[Fill]) -> frozenset[str]:
    """A key with its gaps filled in each of these ways."""
    return frozenset(key.format(*((fill,) if isinstance(fill, str) else fill)) for fill in fills)


def _common() -> Completes:
    levels = [player for player in Player if player is not Player.PERSON]
    return {
        "game.{}.name": games.CATALOGUE,
        "game.{}.blurb": games.CATALOGUE,
        "option.{}.{}.name": [(game, option.key) for game, option in _options()],
        "option.{}.{}.{}": list(_values()),
        "family.{}": games.Family,
        "refusal.{}": REFUSALS,
        "clock.{}": (*CLOCKS, *UNITS),
        "clock.{}.description": CLOCKS,
        "lobby.computer.{}": levels,
        "lobby.computer.{}.description": levels,
        "permission.{}": (*NEEDED, *FOR_PICTURES, *IN_THREADS.values()),
        "settings.language.{}": (AUTO_LANGUAGE, *LOCALES),
        "settings.notices.{}": NOTICES.values(),
        "settings.board.{}": BOARDS,
        "signs.{}": EMOJIS,
        "solo.verdict.{}": Verdict,
        "league.anew.{}": ("done", "background", "failed"),
        "league.deed.{}": AuditAction,
        "league.import.wrong.{}": WRONG_LINES,
        "league.counting.{}": Counting,
        "league.counts.{}": ("yes", *REASONS),
        "verify.fault.{}": FAULTS,
        "history.why_not.{}": (*REASONS, CROWDED),
        "history.origin.{}": (FORM, IMPORT),
        "chips.reason.{}": (SIT_DOWN, TOP_UP, LEAVING),
        "tournament.kind.{}": tournaments.TournamentKind,
        "tournament.about.{}": tournaments.TournamentKind,
        "tournament.tie_break.{}": tournaments.TournamentKind,
        "tournament.stage.{}": tournaments.TournamentStage,
        "tournament.state.{}": (PairingState.MISSED, PairingState.BYE, PairingState.REST),
        "tournament.ask.{}": ASKED,
        "tournament.refusal.now.{}": [stage for stage in tournaments.TournamentStage if stage.is_live],
    }


def _options() -> Iterator[tuple[str, games.Option]]:
    """All options with the keys of their games."""
    for game in games.CATALOGUE.values():
        for option in game.option_list:
            yield game.key, option


def _values() -> Iterator[Fill]:
    """The values of options that have names: all but numbers, which are themselves, and yes and no."""
    for game, option in _options():
        for value in option.values:
            if isinstance(value, str):
                yield game, option.key, value
