"""Pairings that are the best of three or five matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from bot.league.tournaments.after_match import after_match
from bot.league.tournaments.announcing.news import end_message, reminder_messages
from bot.league.tournaments.formats.kinds import kind_of, podium_of, standings
from bot.league.tournaments.formats.settling import recounted
from bot.league.tournaments.hosting.editing import TournamentEdit, plan_edit
from bot.league.tournaments.hosting.questions import still_ahead
from bot.league.tournaments.hosting.swapping import plan_swap
from bot.league.tournaments.messages import tournament_message
from bot.league.tournaments.progress.clock import plan_close_round, plan_due, plan_leaving
from bot.league.tournaments.progress.matches import plan_counted
from bot.league.tournaments.progress.rounds import outcome_of, plan_next, plan_return, plan_withdrawal
from bot.league.tournaments.progress.saving import change, settle_pairing
from bot.league.tournaments.progress.starting import plan_start
from bot.league.tournaments.progress.undoing import UndoStep, plan_undo
from bot.league.tournaments.results.claims import ClaimAnswer, answer_claim, claim_of
from bot.league.tournaments.showing.bracket_picture import bracket_pages, spoken_bracket
from bot.league.tournaments.showing.crosstable import group_texts
from bot.league.tournaments.showing.pairings import score_text, void_changes
from bot.locales import words
from bot.messages.parts.reader import Reader
from bot.tables.errors import TableError
from storage.database import Database
from storage.league import leagues, pairing_tables, results, tournaments
from storage.league.tournament_values import (
    PairingMatch,
    PairingState,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
    WithdrawalCause,
)
from tests.bot.league.league_samples import result
from tests.bot.league.tournaments.test_saving import book, load_tournament, set_void, start_saved
from tests.bot.league.tournaments.tournament_samples import NOON, done, plan_result, plan_walkover, tournament
from tests.chance import InOrder

W = words("en")
READER = Reader(W)
NAMES = {number: f"T{number}" for number in range(1, 9)}
OPEN, PLAYED, MISSED, BYE = PairingState.OPEN, PairingState.PLAYED, PairingState.MISSED, PairingState.BYE
ELIMINATION, SWISS = TournamentKind.ELIMINATION, TournamentKind.SWISS


def unstarted(people: int, kind: TournamentKind = ELIMINATION, best_of: int = 3) -> Tournament:
    return replace(tournament(people), rules=TournamentRules(kind, Seeding.ENTRY, best_of=best_of))


def begun(people: int, kind: TournamentKind = ELIMINATION, best_of: int = 3) -> Tournament:
    before = unstarted(people, kind, best_of)
    return done(before, plan_start(before, InOrder(), NOON))


def won(before: Tournament, *winners: int, number: int = 0, void: Sequence[int] = ()) -> Tournament:
    """Return the tournament after these teams have won the matches of a pairing.

    :param number: the index of the pairing.
    :param void: the indices of the void matches.
    """
    pairings = list(before.pairings)
    first = 1 + max((one.result_id for pairing in pairings for one in pairing.matches), default=0)
    added = tuple(PairingMatch(first + index, team, index in void) for index, team in enumerate(winners))
    counted = replace(pairings[number], matches=(*pairings[number].matches, *added))
    pairings[number] = recounted(counted, before.rules.wins_needed)
    return replace(before, pairings=tuple(pairings))


def states(cup: Tournament) -> list[tuple[PairingState, str]]:
    return [(one.state, score_text(cup, one)) for one in cup.pairings]


# --- Counting ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("best_of", "winners", "state", "score"),
    [
        (3, (1,), OPEN, "1 : 0"),
        (3, (1, 2), OPEN, "1 : 1"),
        (3, (2, 2), PLAYED, "0 : 2"),
        (3, (1, 2, 1), PLAYED, "2 : 1"),
        (5, (1, 1), OPEN, "2 : 0"),
        (5, (1, 2, 2, 1, 2), PLAYED, "2 : 3"),
    ],
)
def test_a_pairing_is_decided_by_more_than_half_of_its_matches(
    best_of: int, winners: Sequence[int], state: PairingState, score: str
) -> None:
    cup = won(begun(2, best_of=best_of), *winners)
    assert states(cup) == [(state, score)]
    if state is PLAYED:
        first = winners[-1]
        assert {side.team: side.place for side in cup.pairings[0].sides} == {first: 1, 3 - first: 2}


def test_matches_after_the_decision_count_no_more() -> None:
    assert states(won(begun(2), 1, 1, 2, 2)) == [(PLAYED, "2 : 0")]
    assert states(won(begun(2), 1, 1, 2, 2, void=(0,))) == [(PLAYED, "1 : 2")]


def test_the_tournament_counts_a_pairing_once() -> None:
    cup = won(begun(4, TournamentKind.ROUND_ROBIN), 1, 4, 1)
    assert next((one.team, one.points, one.played) for one in standings(cup)) == (1, 3, 1)


def test_a_half_played_pairing_keeps_the_next_round_waiting() -> None:
    cup = won(won(begun(4), 1, 1), 2, number=1)
    assert plan_next(cup, NOON) is None
    after = done(cup, plan_next(won(cup, 2, number=1), NOON) or pytest.fail("the final is not paired"))
    assert after.pairings[-1].teams == (1, 2)


# --- Steps on a half-played pairing -----------------------------------------------------------------------------------


def test_the_leader_wins_at_the_close_of_the_round() -> None:
    cup = won(begun(4, SWISS), 3)
    closed = done(cup, plan_close_round(cup, 1, NOON))
    assert states(closed)[:2] == [(PLAYED, "0 : 1"), (MISSED, "")]
    assert outcome_of(closed.pairings[0]) == "won:1"
    assert next((one.team, one.points) for one in standings(closed)) == (3, 3)


@pytest.mark.parametrize(
    ("sitting", "outcome"), [((), "won:0"), ((2,), "walkover:1"), ((1,), "walkover:0"), ((2, 1), "won:0")]
)
def test_the_leader_of_a_best_of_three_does_not_win_by_staying_away(sitting: Sequence[int], outcome: str) -> None:
    cup = won(begun(2), 1)
    waiting = {cup.pairings[0].id: sitting}
    assert outcome_of(plan_close_round(cup, 1, NOON, waiting=waiting).pairings[0]) == outcome
    assert bool(still_ahead(cup, waiting, NAMES, W)) is outcome.startswith("won")


def test_at_equal_score_the_close_is_that_of_an_unplayed_pairing() -> None:
    cup = won(begun(2), 1, 2)
    assert outcome_of(done(cup, plan_close_round(cup, 1, NOON)).pairings[0]) == "missed"
    alone = done(cup, plan_close_round(cup, 1, NOON, waiting={cup.pairings[0].id: [2]}))
    assert outcome_of(alone.pairings[0]) == "walkover:1"


def test_a_match_that_runs_at_the_deadline_still_counts() -> None:
    cup = replace(begun(2), round_s=3600)
    cup = done(cup, plan_due(cup, NOON) or pytest.fail("no deadline"))
    pairing = cup.pairings[0].id
    closed = done(cup, plan_due(cup, NOON + 3600, in_play=[pairing]) or pytest.fail("not closed"))
    assert (states(closed), closed.closed_round) == ([(OPEN, "")], 1)
    after = won(closed, 2)
    ended = done(after, plan_due(after, NOON + 3700) or pytest.fail("not ended"))
    assert (states(ended), ended.stage) == ([(PLAYED, "0 : 1")], TournamentStage.OVER)


def test_undoing_a_close_opens_the_pairing_with_its_score() -> None:
    cup = won(begun(4, SWISS), 1)
    closed = done(cup, plan_close_round(cup, 1, NOON))
    undo = plan_undo(closed, NOON)
    assert (undo.step, undo.round, undo.reopened) == (UndoStep.CLOSING, 1, 2)
    again = done(closed, undo.after)
    assert states(again) == [(OPEN, "1 : 0"), (OPEN, "")]
    assert outcome_of(won(again, 1).pairings[0]) == "won:0"


def test_undoing_a_pairing_keeps_the_score_if_the_same_teams_are_paired_again() -> None:
    first = won(won(begun(4, SWISS), 1, 1), 2, 2, number=1)
    second = done(first, plan_next(first, NOON) or pytest.fail("no round 2"))
    half = won(second, 2, number=2)
    assert half.pairings[2].teams == (1, 2)
    undo = plan_undo(half, NOON)
    assert (undo.step, undo.played) == (UndoStep.PAIRING, 1)
    assert states(done(half, undo.after)) == states(half)
    other = next(one for one in half.pairings if one.teams == (2, 4))
    corrected = done(half, plan_result(half, other, 4, NOON))
    again = done(corrected, plan_undo(corrected, NOON).after)
    assert [score for _, score in states(again)] == ["2 : 0", "", "", ""], "1 meets 4 instead of 2"


def test_a_score_waits_closed_while_an_earlier_round_is_played_again() -> None:
    first = won(begun(4, SWISS), 1, 1)
    closed = done(first, plan_close_round(first, 1, NOON))
    meeting = next(number for number, one in enumerate(closed.pairings) if one.round == 2 and 1 in one.teams)
    half = won(closed, 1, number=meeting)
    again = done(half, plan_undo(half, NOON).after)
    [waits] = again.taken_back
    assert waits.state is MISSED
    for winner, state in ((1, PLAYED), (sum(waits.teams) - 1, MISSED)):  # its running match ends
        ended = result([winner], [sum(waits.teams) - winner], id=50)
        assert [one.state for one in plan_counted(again, waits.id, ended, True, NOON).taken_back] == [state]
    assert again.open_pairings[0].teams == (2, 4)
    after = won(again, 2, 2, number=1) if 2 in half.pairings[meeting].teams else won(again, 4, 4, number=1)
    later = done(after, plan_next(after, NOON) or pytest.fail("no round 2"))
    assert later.taken_back == ()
    assert (OPEN, "1 : 0") in states(later)


def test_a_withdrawal_or_a_walkover_gives_the_pairing_to_the_other_side() -> None:
    cup = won(begun(2), 1)
    for plan in (plan_withdrawal(cup, 1, NOON), plan_walkover(cup, cup.pairings[0], 2, NOON)):
        after = done(cup, plan).pairings[0]
        assert (outcome_of(after), after.scores, after.matches) == ("walkover:1", {}, ())


def test_a_corrected_result_has_no_score_of_matches() -> None:
    cup = won(begun(2), 1, 2, 1)
    after = done(cup, plan_result(cup, cup.pairings[0], 2, NOON)).pairings[0]
    assert (outcome_of(after), after.scores, after.matches, after.result_id) == ("won:1", {}, (), None)


@pytest.mark.parametrize(("kind", "people"), [(ELIMINATION, 4), (TournamentKind.GROUPS, 6)])
def test_a_result_is_not_corrected_once_a_match_that_depends_on_it_was_won(kind: TournamentKind, people: int) -> None:
    cup = begun(people, kind)
    number = max(1, kind_of(cup).paired_ahead(cup))
    while one := next((one for one in cup.open_pairings if one.round <= number), None):
        cup = done(cup, plan_result(cup, one, min(one.teams), NOON))
    later = next(place for place, one in enumerate(cup.pairings) if one.round > number)
    assert kind_of(cup).may_change(cup, cup.pairings[0])
    half = won(cup, cup.pairings[later].teams[0], number=later)
    assert not kind_of(half).may_change(half, half.pairings[0])


def test_a_pairing_with_a_score_is_not_swapped() -> None:
    for kind in (SWISS, ELIMINATION):
        cup = won(begun(4, kind), 1)
        with pytest.raises(TableError, match=r"swap\.(played|begun)"):
            plan_swap(cup, 1, 2, NOON)


def test_the_number_of_matches_changes_until_one_is_played() -> None:
    cup = begun(2)
    step = plan_edit(cup, TournamentEdit(best_of=5), NOON)
    assert step.about["edits"] == {"best_of": [3, 5]}
    assert done(cup, step.after).rules.wins_needed == 3
    for before, wanted, refused in (
        (won(cup, 1), 5, "edit.best_of"),
        (unstarted(4, TournamentKind.ARENA, 1), 3, "best_of"),
        (replace(unstarted(4, SWISS, 1), sides=4), 3, "best_of"),
    ):
        with pytest.raises(TableError, match=rf"refusal\.{refused}$"):
            plan_edit(before, TournamentEdit(best_of=wanted), NOON)


# --- Reports of players -----------------------------------------------------------------------------------------------


def claim(cup: Tournament, typed: str) -> str:
    return claim_of(cup, cup.pairings[0].id, 1, typed, NOON, ()).score


def test_only_decisive_scores_can_be_reported() -> None:
    cup = begun(2)
    assert [claim(cup, typed) for typed in ("2:0", "2:1", "1:2", "0:2")] == ["2:0", "2:1", "1:2", "0:2"]
    for typed in ("1:0", "1:1", "2:2", "3:1", "3:0"):
        with pytest.raises(TableError, match=r"claim\.refusal\.best_of") as error:
            claim(cup, typed)
        assert error.value.values["scores"] == "2:0, 2:1, 1:2, 0:2"
    with pytest.raises(TableError) as error:  # T1 has lost a match here already
        claim(won(cup, 2), "2:0")
    assert error.value.values["scores"] == "2:1, 1:2, 0:2"


def test_a_confirmed_report_has_its_score_everywhere() -> None:
    for cup, typed, score in ((won(begun(2), 2), "2:1", "2 : 1"), (begun(2, best_of=1), "5:3", "5 : 3")):
        reported = replace(claim_of(cup, cup.pairings[0].id, 1, typed, NOON, ()), id=7)
        after = done(cup, answer_claim(cup, reported, 2, ClaimAnswer.CONFIRM, NOON).after)
        assert states(after) == [(PLAYED, score)]
        [trees] = bracket_pages(after, NAMES, {}, W)
        assert trees[0].columns[0].boxes[0].scores == tuple(score.split(" : "))


def test_a_report_is_refused_if_matches_since_made_it_impossible() -> None:
    cup = begun(2)
    reported = replace(claim_of(cup, cup.pairings[0].id, 1, "2:0", NOON, ()), id=7)
    with pytest.raises(TableError, match=r"claim\.refusal\.best_of"):
        answer_claim(won(cup, 2), reported, 2, ClaimAnswer.CONFIRM, NOON)


# --- Messages ---------------------------------------------------------------------------------------------------------


def test_the_end_of_a_match_offers_the_next_one_until_the_pairing_is_decided() -> None:
    cup = won(begun(4), 1)
    half = after_match(cup, cup.pairings[0].id, NAMES, W)
    assert half.lines == ("**T1** 1 : 0 **T4** – best of three",)
    assert half.next_table is not None
    assert (half.next_table.label, half.next_table.address.rest) == ("Open the next match", str(cup.pairings[0].id))
    over = won(cup, 4, 1)
    decided = after_match(over, over.pairings[0].id, NAMES, W)
    assert decided.lines[0] == "**T1** 2 : 1 **T4** – best of three"
    assert decided.lines[1].startswith("**T1** · advances")
    assert decided.lines[2] == "**T4** · out"
    assert decided.next_table is None


def test_a_drawn_match_offers_the_next_one() -> None:
    drawn = after_match(begun(2), begun(2).pairings[0].id, NAMES, W)
    assert (drawn.lines, drawn.next_table is not None) == ((), True)
    single = begun(2, best_of=1)
    assert after_match(single, single.pairings[0].id, NAMES, W).next_table is None


def test_cards_reminders_and_pictures_show_the_score_so_far() -> None:
    cup = won(begun(4), 1)
    embed = tournament_message(cup, NAMES, READER).embed
    assert embed is not None
    assert "single elimination · best of three · 2 at a table" in (embed.description or "")
    assert "· T1 – T4 · 1 : 0" in (embed.fields[0].value or "")
    assert "**T1** – **T4** · 1 : 0" in reminder_messages(cup, NAMES, (), READER)[0].content
    [trees] = bracket_pages(cup, NAMES, {}, W)
    assert "T1 1 – T4 0" in spoken_bracket("Cup", trees)
    assert still_ahead(cup, {}, NAMES, W) == ("The leader wins:", "· T1 – T4 · 1 : 0")


def test_the_end_has_the_score_of_the_final() -> None:
    cup = won(begun(2), 1, 2, 1)
    over = done(cup, plan_next(cup, NOON) or pytest.fail("not over"))
    assert end_message(over, NAMES, (), READER).content.endswith("\nFinal: **T1** 🏅 – T2 · 2 : 1")


def test_crosstables_show_the_score() -> None:
    cup = begun(6, TournamentKind.GROUPS)  # A: 1, 4, 5; B: 2, 3, 6
    assert cup.pairings[0].teams == (4, 5)
    [first, _] = group_texts(won(cup, 5, 4, 5), NAMES, W)
    assert first[1] == "```text\n         1 2   3 p\n  1 T5   · – 2:1 3\n  2 T1   – ·   – 0\n  3 T4 1:2 –   · 0\n```"


def test_voiding_a_match_of_a_finished_final_names_the_new_winner() -> None:
    cup = won(begun(2), 1, 2, 1)
    over = done(cup, plan_next(cup, NOON) or pytest.fail("not over"))
    assert [one.team for one in podium_of(over) if one.place == 1] == [1]
    assert "T2" not in void_changes(over, 2, NAMES, W, void=True), "2 : 0 has the same winner"
    two = done(won(begun(2), 1, 2, 2), plan_next(won(begun(2), 1, 2, 2), NOON) or pytest.fail("not over"))
    assert "**T2**" in void_changes(two, 1, NAMES, W, void=True)


# --- In the database --------------------------------------------------------------------------------------------------


async def test_matches_are_counted_until_one_side_has_won_enough(database: Database) -> None:
    cup = await start_saved(database, unstarted(2))
    _, counted = await book(database, result([2], [1]))
    half = await load_tournament(database, cup.id)
    assert (counted, states(half), half.revision > cup.revision) == (cup.id, [(OPEN, "0 : 1")], True)
    assert (await book(database, result([1], [2], places=[1, 1])))[1] is None, "a draw counts for neither"
    await book(database, result([1], [2]))
    last, _ = await book(database, result([2], [1]))
    after = await load_tournament(database, cup.id)
    assert (states(after), after.pairings[0].result_id) == ([(PLAYED, "1 : 2")], last)
    assert (await book(database, result([1], [2])))[1] is None
    async with database.read() as tx:
        assert [await pairing_tables.of_counted(tx, one.result_id) for one in after.pairings[0].matches] == [
            ((cup.id, after.pairings[0].id),)
        ] * 3


async def test_a_match_is_saved_with_its_score_or_not_at_all(database: Database) -> None:
    cup = await start_saved(database, unstarted(2))

    async def be_killed() -> None:
        async with database.write() as tx:
            await leagues.hold(tx, cup.guild_id)
            result_id = await results.add(tx, result([1], [2]))
            await settle_pairing(tx, replace(result([1], [2]), id=result_id), NOON)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await be_killed()
    assert await load_tournament(database, cup.id) == cup
    await book(database, result([1], [2]))
    assert states(await load_tournament(database, cup.id)) == [(OPEN, "1 : 0")]


async def test_a_void_match_counts_no_more_and_a_restored_one_again(database: Database) -> None:
    cup = await start_saved(database, unstarted(2))
    first, _ = await book(database, result([1], [2]))
    await book(database, result([2], [1]))
    await book(database, result([1], [2]))
    before = await load_tournament(database, cup.id)
    await set_void(database, first, void=True)
    assert states(await load_tournament(database, cup.id)) == [(OPEN, "1 : 1")]
    await set_void(database, first, void=False)
    assert (await load_tournament(database, cup.id)).pairings == before.pairings


@pytest.mark.parametrize(("void", "score"), [(True, ""), (False, "1 : 0")])
async def test_a_person_who_returns_finds_the_score_without_matches_that_are_void_by_now(
    database: Database, *, void: bool, score: str
) -> None:
    cup = await start_saved(database, unstarted(4))
    first, _ = await book(database, result([1], [4]))

    async def take(step: Callable[[Tournament], Tournament]) -> Tournament:
        async with database.write() as tx:
            await leagues.hold(tx, cup.guild_id)
            await change(tx, cup.id, lambda before, _now: step(before), now=NOON)
        return await load_tournament(database, cup.id)

    assert states(await take(lambda before: plan_leaving(before, 4, WithdrawalCause.OWN, NOON)))[0] == (BYE, "")
    if void:
        await set_void(database, first, void=True)
    after = await take(lambda before: plan_return(before, 4, NOON))
    assert states(after)[0] == (OPEN, score)
    await book(database, result([1], [4]))
    assert states(await load_tournament(database, cup.id))[0] == ((OPEN, "1 : 0") if void else (PLAYED, "2 : 0"))


async def test_in_a_finished_tournament_the_leader_of_the_other_matches_wins(database: Database) -> None:
    cup = await start_saved(database, unstarted(2))
    first, _ = await book(database, result([1], [2]))
    second, _ = await book(database, result([1], [2]))
    running = await load_tournament(database, cup.id)
    async with database.write() as tx:
        await leagues.hold(tx, cup.guild_id)
        await tournaments.save_step(tx, running, plan_next(running, NOON) or pytest.fail("not over"))
    await set_void(database, first, void=True)
    assert states(await load_tournament(database, cup.id)) == [(PLAYED, "1 : 0")]
    await set_void(database, second, void=True)
    assert states(await load_tournament(database, cup.id)) == [(MISSED, "")]


async def test_a_corrected_pairing_is_not_changed_by_its_former_matches(database: Database) -> None:
    cup = await start_saved(database, unstarted(2))
    first, _ = await book(database, result([1], [2]))
    half = await load_tournament(database, cup.id)
    async with database.write() as tx:
        await leagues.hold(tx, cup.guild_id)
        await tournaments.save_step(tx, half, plan_result(half, half.pairings[0], 2, NOON, {1: 1, 2: 2}))
    await set_void(database, first, void=True)
    after = await load_tournament(database, cup.id)
    assert (states(after), after.pairings[0].matches) == ([(PLAYED, "1 : 2")], ())
