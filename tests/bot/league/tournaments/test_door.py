"""The door to tournaments: all changes of all processes pass it, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.league.tournaments.announcing.notices import changed
from bot.league.tournaments.hosting.swapping import plan_swap
from bot.league.tournaments.live import Tournaments, TournamentStep, UnknownTournament
from bot.league.tournaments.progress.clock import plan_leaving
from bot.league.tournaments.waiting_list import with_people
from bot.tables.chance import Chance
from bot.tables.errors import TableError
from storage.database import Database, OutcomeUnknown, Transaction
from storage.league import round_deals, tournaments
from storage.league.tournament_values import (
    Announcement,
    AnnouncementKind,
    Participant,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
    WithdrawalCause,
)
from tests.bot.league.tournaments.tournament_samples import GUILD, NOON, tournament


async def save_new(database: Database, wanted: Tournament) -> int:
    async with database.write() as tx:
        number = await tournaments.add(tx, wanted)
        await tournaments.save_participants(tx, replace(wanted, id=number), wanted.people)
    return number


def door(database: Database) -> Tournaments:
    return Tournaments(database, now=lambda: NOON, chance=Chance())


def sign_up(cup: Tournament, user_id: int, now: float) -> Tournament:
    return with_people(cup, [Participant(user_id, 0, now + user_id)])


async def people_in(database: Database, number: int) -> list[int]:
    async with database.read() as tx:
        found = await tournaments.load(tx, GUILD, number)
    assert found is not None
    return [one.user_id for one in found.people]


async def test_steps_of_two_processes_at_once_are_all_save_new(database: Database) -> None:
    number = await save_new(database, tournament(0))
    doors = [door(database), door(database)]
    await asyncio.gather(*(doors[one % 2].apply(number, sign_up, one) for one in range(1, 7)))
    assert await people_in(database, number) == [1, 2, 3, 4, 5, 6]


async def test_a_step_is_computed_again_if_the_tournament_changes_before_it_is_save_new(database: Database) -> None:
    number, seen = await save_new(database, tournament(0)), list[int]()

    async def in_between(_tx: Transaction, _before: Tournament) -> None:
        """Do nothing; the other step was saved before this transaction began."""

    def slow(cup: Tournament, now: float) -> TournamentStep:
        seen.append(len(cup.people))
        if len(seen) == 1:
            asyncio.run_coroutine_threadsafe(door(database).apply(number, sign_up, 1), loop).result()
        return TournamentStep(sign_up(cup, 2, now), (in_between,))

    loop = asyncio.get_running_loop()
    change = await door(database).apply(number, slow)
    assert seen == [0, 1]
    assert [one.user_id for one in change.after.people] == [1, 2]


async def test_what_is_refused_while_saving_changes_nothing_and_is_not_told(database: Database) -> None:
    number, told = await save_new(database, tournament(0)), list[Tournament]()

    async def refuse(_tx: Transaction, _before: Tournament) -> None:
        raise TableError("tournament.refusal.full")

    opened = door(database)
    opened.add_observer(told.append)
    with pytest.raises(TableError, match="full"):
        await opened.apply(number, lambda cup, now: TournamentStep(sign_up(cup, 1, now), (refuse,)))
    assert (await people_in(database, number), told) == ([], [])
    await opened.apply(number, sign_up, 2)
    assert [[one.user_id for one in cup.people] for cup in told] == [[2]]


@pytest.mark.parametrize("is_saved", [True, False])
async def test_a_step_whose_answer_is_lost_is_taken_once(database: Database, is_saved: bool) -> None:
    number, real, lost = await save_new(database, tournament(0)), database.run_write, list[bool]()

    async def lose_one(work: Callable[[Transaction], Awaitable[object]]) -> object:
        if lost:
            return await real(work)
        lost.append(True)

        async def rolled_back(tx: Transaction) -> None:
            await work(tx)
            raise OutcomeUnknown("the connection was closed before the answer came")

        await real(work if is_saved else rolled_back)
        raise OutcomeUnknown("the connection was closed before the answer came")

    database.run_write = lose_one  # type: ignore[method-assign,assignment]  # the test's database
    change = await door(database).apply(number, sign_up, 1)
    assert change.after.revision == 2
    assert await people_in(database, number) == [1]


async def test_an_unknown_tournament_is_refused_and_has_no_due_step(database: Database) -> None:
    with pytest.raises(UnknownTournament):
        await door(database).apply(77, plan_leaving, 1, WithdrawalCause.OWN)
    assert await door(database).advance(77) is None


async def test_the_seeds_of_shared_deals_are_saved_with_the_round_that_needs_them(database: Database) -> None:
    rules = TournamentRules(TournamentKind.DUPLICATE, deals=2, seats=4)
    cup = tournament(4, kind=TournamentKind.DUPLICATE, sides=1)
    number = await save_new(database, replace(cup, rules=rules, starts_at=NOON))
    after = await door(database).advance(number)
    assert after is not None
    assert (after.stage, set(after.fingerprints)) == (TournamentStage.RUNNING, {1})
    async with database.read() as tx:
        assert set(await round_deals.seeds(tx, number)) == {1}


async def test_a_step_whose_answer_is_lost_is_taken_once_though_news_are_saved_meanwhile(database: Database) -> None:
    number, real, lost = await save_new(database, tournament(0)), database.run_write, list[bool]()

    async def show(tx: Transaction) -> None:
        now = await tournaments.load(tx, GUILD, number)
        assert now is not None
        await tournaments.save_shown(tx, replace(now, message_id=5), now)

    async def lose_one(work: Callable[[Transaction], Awaitable[object]]) -> object:
        if lost:
            return await real(work)
        lost.append(True)
        await real(work)
        await real(show)
        raise OutcomeUnknown("the connection was closed before the answer came")

    database.run_write = lose_one  # type: ignore[method-assign,assignment]  # the test's database
    seen = list[int]()

    def sign_up_once(cup: Tournament, now: float) -> Tournament:
        seen.append(len(cup.people))
        return sign_up(cup, 1, now)

    await door(database).apply(number, sign_up_once)
    assert seen == [0]


async def test_a_start_that_a_host_has_moved_is_not_cleared_by_news_of_the_old_one(database: Database) -> None:
    number = await save_new(database, replace(tournament(0), starts_at=NOON))
    old = await door(database).advance(number)
    assert old is not None
    await door(database).apply(number, lambda cup, now: replace(cup, starts_at=now + 3600))
    async with database.write() as tx:
        await tournaments.save_shown(tx, replace(old, starts_at=None, told_entry=3), old)
    after = await door(database).advance(number)
    assert after is not None
    assert (after.starts_at, after.told_entry) == (NOON + 3600, 3)


async def test_news_posted_while_two_people_are_swapped_keep_the_swap_and_what_was_posted(database: Database) -> None:
    cup = tournament(4, kind=TournamentKind.ELIMINATION)
    number = await save_new(database, replace(cup, starts_at=NOON))
    begun = await door(database).advance(number)
    assert begun is not None
    pairs = ((1, 4), (2, 3))
    announced = (
        Announcement(AnnouncementKind.SIGN_UP, 0, (10,), (), 2),
        Announcement(AnnouncementKind.ROUND, 1, (11,), pairs, 2, 11),
    )
    shown = replace(begun, announcements=announced, shown_revision=begun.revision)
    async with database.write() as tx:
        await tournaments.save_shown(tx, shown, begun)

    swapped = await door(database).apply(number, lambda cup, now: plan_swap(cup, 1, 2, now, ()).after)
    reminder = Announcement(AnnouncementKind.REMINDER, 1, (12,), pairs, 2, 12)
    later = replace(announced[1], buttons=None), reminder
    async with database.write() as tx:
        await tournaments.save_shown(tx, replace(shown, announcements=later), shown)
    after = await door(database).advance(number)
    assert after is not None
    swapped_round = replace(announced[1], teams=((2, 4), (1, 3)), buttons=None)
    assert swapped.after.announcements[1].teams == swapped_round.teams
    assert after.announcements == (swapped_round, reminder)  # the invitation was struck
    assert [one.kind for one in changed(after)] == [AnnouncementKind.ROUND]
