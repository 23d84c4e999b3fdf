"""Random walks through tournaments, which always end.

Each step is saved in the database and read again, and the walk goes on from what was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from bot.league.recording import add_result
from bot.league.tournaments.formats.kinds import KINDS, current_round, kind_of, standings, winners
from bot.league.tournaments.progress.clock import plan_close_round, plan_leaving
from bot.league.tournaments.progress.matches import plan_counted
from bot.league.tournaments.progress.rounds import NoReturn, plan_late_entry, plan_return
from bot.league.tournaments.progress.saving import change, withdraw_everywhere
from bot.league.tournaments.progress.starting import TeamsIncomplete, WrongNumber, plan_start
from bot.league.tournaments.progress.undoing import NothingToUndo, UndoStep, plan_undo
from bot.league.tournaments.waiting_list import with_people
from storage.database import Database
from storage.league import leagues, results, tournaments
from storage.league.tournament_values import (
    Pairing,
    PairingState,
    Participant,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
    WithdrawalCause,
    partners_of,
)
from storage.privacy import people
from tests.bot.league.league_samples import result
from tests.bot.league.tournaments.tournament_samples import (
    GUILD,
    NOON,
    advance,
    done,
    plan_result,
    plan_walkover,
    tournament,
)
from tests.needs import some_of

_STEPS: Final = 40
_MOST_STEPS_TO_THE_END: Final = 400

_BRACKETS: Final = {TournamentKind.ELIMINATION, TournamentKind.DOUBLE_ELIMINATION, TournamentKind.GROUPS}


class Walk:
    """A tournament in a database, and its steps so far."""

    def __init__(self, database: Database, rng: Random) -> None:
        self.database = database
        self.rng = rng
        self.now = NOON
        self.new_person = 1000
        self.path: list[str] = []
        self.cup = tournament(0)

    async def begin(self, kind: TournamentKind) -> None:
        rng = self.rng
        in_pairs = rng.random() < 0.2 or kind is TournamentKind.PARTNERS
        at_table = (
            rng.choice([3, 4])
            if kind in (TournamentKind.SWISS, TournamentKind.ROUND_ROBIN) and rng.random() < 0.4
            else 2
        )
        game, sides, size = ("kent", 2, 2) if in_pairs else ("nos", at_table, 1)
        rules = TournamentRules(
            kind,
            Seeding.ENTRY,
            third_place=kind in _BRACKETS and rng.random() < 0.5,
            duration_s=7200 if kind is TournamentKind.ARENA else None,
            best_of=rng.choice([1, 3]) if "best_of" in KINDS[kind].settings and at_table == 2 else 1,
        )
        wanted = tournament(size * rng.randint(6, 13), kind=kind, game=game, sides=sides, size=size)
        wanted = replace(
            wanted, rules=rules, round_s=rng.choice([None, 3600]) if kind is not TournamentKind.ARENA else None
        )
        async with self.database.write() as tx:
            await leagues.hold(tx, GUILD)
            made = replace(wanted, id=await tournaments.add(tx, wanted))
            await tournaments.save_participants(tx, made, made.people)
        self.cup = await self.read(made.id)
        await self.start()
        self.cup = await self.read()

    async def read(self, tournament_id: int | None = None) -> Tournament:
        async with self.database.read() as tx:
            found = await tournaments.load(tx, GUILD, tournament_id or self.cup.id)
        assert found is not None
        return found

    async def save(self, after: Tournament) -> None:
        """Save a step, and compare it with a reading."""
        expected = done(self.cup, after)
        async with self.database.write() as tx:
            await leagues.hold(tx, GUILD)
            await tournaments.save_step(tx, self.cup, after)
        found = await self.read()
        assert _unnumbered(found.pairings) == _unnumbered(expected.pairings)
        assert _unnumbered(found.taken_back) == _unnumbered(expected.taken_back)
        old = {one.id for one in (*self.cup.pairings, *self.cup.taken_back)}
        for before, stored in ((expected.pairings, found.pairings), (expected.taken_back, found.taken_back)):
            assert {one for one in before if one.id in old} <= set(stored)
        assert set(found.people) == set(expected.people)
        assert found.withdrawals == expected.withdrawals
        fields = ("stage", "round", "rounds", "closed_round", "timed_round", "deadline", "ended_at", "rules")
        assert [getattr(found, name) for name in fields] == [getattr(expected, name) for name in fields]

    # --- Steps -------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the tournament, adding as many people as needed."""
        plan = None
        while plan is None:
            try:
                plan = plan_start(self.cup, self.rng, self.now)
            except (WrongNumber, TeamsIncomplete) as error:
                lacking = error.lacking if isinstance(error, WrongNumber) else 1
                await self.sign_up(lacking)
        await self.save(plan)

    async def sign_up(self, count: int) -> None:
        for _ in range(count):
            self.new_person += 1
            new = Participant(self.new_person, 0, self.now + self.new_person)
            await self.save(with_people(self.cup, [new]))
            self.cup = await self.read()

    async def play(self) -> None:
        """Play an open pairing; draws leave bracket pairings open."""
        pairing, teams = self.chosen_open(), self.cup.teams
        if pairing is None:
            return
        order = self.rng.sample(pairing.teams, len(pairing.teams))
        draws_count = self.cup.rules.best_of == 1 and not kind_of(self.cup).needs_winner(self.cup, pairing)
        drawn = self.rng.random() < 0.15 and draws_count
        places = {team: 1 if drawn else number for number, team in enumerate(order, 1)}
        sides = [[one.user_id for one in teams[team]] for team in order]
        found = result(*sides, game=self.cup.game, places=[places[team] for team in order], at=self.now)
        async with self.database.write() as tx:
            await leagues.hold(tx, GUILD)
            result_id = await add_result(tx, found)
            await change(tx, self.cup.id, plan_counted, pairing.id, replace(found, id=result_id), True, now=self.now)

    async def withdraw(self) -> None:
        playing = [one for one in self.cup.people if not one.withdrawn]
        if playing:
            signed = self.rng.choice(playing)
            async with self.database.write() as tx:
                await leagues.hold(tx, GUILD)
                await change(tx, self.cup.id, plan_leaving, signed.user_id, WithdrawalCause.OWN, now=self.now)

    async def delete(self) -> None:
        """Delete a person's data."""
        named = [one.user_id for one in self.cup.people if one.user_id > 0]
        if not named:
            return
        user_id = self.rng.choice(named)
        async with self.database.write() as tx:
            known = await people.long_traces(tx, user_id)
            forgotten = await people.forget(tx, user_id, known, 0.0)
            await withdraw_everywhere(tx, GUILD, forgotten.former[GUILD], self.now)

    async def close(self) -> None:
        await self.save(plan_close_round(self.cup, current_round(self.cup), self.now))

    async def correct(self) -> None:
        """Enter or correct a result, preferably of an active team."""
        kind = kind_of(self.cup)
        may = [one for one in self.cup.pairings if len(one.sides) > 1 and kind.may_change(self.cup, one)]
        if not may:
            return
        pairing = self.rng.choice(may)
        winner = self.rng.choice([team for team in pairing.teams if team not in self.cup.withdrawn] or pairing.teams)
        plan = self.rng.choice([plan_result, plan_walkover])
        self.corrected = pairing.id
        await self.save(plan(self.cup, pairing, winner, self.now))

    async def void(self) -> None:
        counting = [one for one in self.cup.pairings if one.result_ids]
        if counting:
            pairing = self.rng.choice(counting)
            self.corrected = pairing.id
            void = {one.result_id: not one.void for one in pairing.matches}
            result_id = self.rng.choice(pairing.result_ids)
            async with self.database.write() as tx:
                await leagues.hold(tx, GUILD)
                await results.set_void(tx, result_id, void=void.get(result_id, pairing.state is PairingState.PLAYED))

    async def undo(self) -> None:
        try:
            undo = plan_undo(self.cup, self.now)
        except NothingToUndo:
            return
        await self.save(undo.after)
        if undo.step is UndoStep.START:
            self.cup = await self.read()
            await self.start()

    async def enter_late(self) -> None:
        kind = kind_of(self.cup)
        if kind.enters_late and self.cup.team_size == 1 and len(self.cup.people) < kind.most_teams:
            self.new_person += 1
            await self.save(plan_late_entry(self.cup, self.new_person, self.now, points=self.rng.random() < 0.5))

    async def come_back(self) -> None:
        gone = [one.user_id for one in self.cup.people if one.withdrawn and one.team]
        if not gone:
            return
        user_id = self.rng.choice(gone)
        if kind_of(self.cup).walks_in:
            await self.save(plan_late_entry(self.cup, user_id, self.now, points=False))
            return
        with suppress(NoReturn):
            await self.save(plan_return(self.cup, user_id, self.now))

    async def advance(self) -> None:
        assert await advance(self.database, self.cup.id, self.now, self.rng) is not None

    # --- What must hold ----------------------------------------------------------------------------------------------

    async def take(self, step: str) -> None:
        """Take a step, and check the invariants."""
        self.now += self.rng.choice([1.0, 60.0, 400.0])
        before, self.corrected = self.cup, 0
        self.path.append(step)
        await getattr(self, step)()
        self.cup = after = await self.read()
        known = {one.id: (one.state, one.sides) for one in before.pairings}
        found = {one.id: (one.state, one.sides) for one in after.pairings}
        if step != "undo":
            kept = {one.id for one in before.pairings if one.state is PairingState.PLAYED} - {self.corrected}
            assert {one: known[one] for one in kept} == {one: found.get(one) for one in kept}
        for one in after.pairings:
            if known.get(one.id) != found[one.id] and step not in ("correct", "void", "undo"):
                assert not (one.state is PairingState.OPEN and after.withdrawn & set(one.teams))
                won = {side.team for side in one.sides if side.place == 1}
                assert not (one.state is PairingState.BYE and len(one.sides) > 1 and after.withdrawn & won)
        self.check_bracket(before, after)
        table = standings(after)
        assert {one.team for one in table} == {team for team in after.teams if partners_of(team) == (team,)}
        assert [one.place for one in table] == sorted(one.place for one in table)
        assert set(winners(after)) <= {one.team for one in table if one.place == 1}

    def check_bracket(self, before: Tournament, after: Tournament) -> None:
        """Check that withdrawn people advance only by earlier wins."""
        kind = kind_of(after)
        known = {one.id for one in before.pairings}
        if after.kind not in (TournamentKind.ELIMINATION, TournamentKind.GROUPS) or after.rules.third_place:
            return
        for new in after.pairings:
            if new.id in known or new.round <= kind.paired_ahead(after) + 1:
                continue
            for team in before.withdrawn & set(new.teams):
                earlier = [one for one in after.pairings if one.round == new.round - 1 and team in one.teams]
                assert len(earlier) == 1
                won = any(side == (team, 1) for side in ((one.team, one.place) for one in earlier[0].sides))
                assert won or set(earlier[0].teams) <= before.withdrawn

    def chosen_open(self) -> Pairing | None:
        found = self.cup.open_pairings
        return self.rng.choice(found) if found else None


def _unnumbered(pairings: Sequence[Pairing]) -> list[Pairing]:
    return sorted((replace(one, id=0) for one in pairings), key=repr)


_WEIGHTS: Final = {
    "play": 10,
    "advance": 6,
    "withdraw": 2,
    "delete": 1,
    "close": 1,
    "correct": 2,
    "void": 1,
    "undo": 1,
    "enter_late": 1,
    "come_back": 1,
}


_ON_SQLITE: Final = [("sqlite", seed) for seed in range(0, 4, 2)]
_ON_POSTGRES: Final = [pytest.param("postgresql", 1, marks=pytest.mark.postgresql)]
"""Each walk is tried on one engine: what a tournament allows does not depend on the engine."""


@pytest.mark.parametrize(
    ("address", "seed"), some_of(_ON_SQLITE, 1, share=2) + some_of(_ON_POSTGRES, 1), indirect=["address"]
)
@pytest.mark.parametrize("kind", some_of(TournamentKind, 2))
async def test_a_tournament_can_be_ended_whatever_was_done_in_it_before(
    database: Database, kind: TournamentKind, seed: int
) -> None:
    walk = Walk(database, Random(f"{kind}:{seed}"))
    await walk.begin(kind)
    try:
        for _ in range(_STEPS):
            running = walk.cup.stage is TournamentStage.RUNNING
            steps = list(_WEIGHTS) if running else ["correct", "void", "undo"]
            await walk.take(walk.rng.choices(steps, [_WEIGHTS[one] for one in steps])[0])
            if walk.rng.random() < 0.7:
                await walk.take("advance")
        for _ in range(_MOST_STEPS_TO_THE_END):
            if walk.cup.stage is not TournamentStage.RUNNING:
                break
            await walk.take("play" if walk.cup.open_pairings else "advance")
            if kind is TournamentKind.ARENA:
                await walk.take("advance")
    except BaseException as error:
        error.add_note(f"{kind} {seed}: {' '.join(walk.path)}")
        raise
    assert walk.cup.stage is TournamentStage.OVER, walk.path
