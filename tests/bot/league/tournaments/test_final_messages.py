"""Final messages: standings with tie-breaks, the groups' crosstables, and limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.league.tournaments.announcing.news import end_message
from bot.league.tournaments.messages import overview_button, tournament_message
from bot.league.tournaments.progress.matches import plan_voided
from bot.league.tournaments.progress.rounds import plan_next
from bot.league.tournaments.progress.starting import plan_start
from bot.league.tournaments.showing.standings import tie_break_note
from bot.locales import LOCALES, words
from bot.messages.parts.message import Message, within_limits
from bot.messages.parts.reader import Reader
from storage.league.tournament_values import Seeding, Tournament, TournamentKind, TournamentRules, TournamentStage
from tests.bot.league.tournaments.tournament_samples import NOON, done, played, tournament
from tests.chance import InOrder


def ended(people: int, kind: TournamentKind) -> Tournament:
    """Return a tournament in which the higher seed has won each match."""
    before = replace(tournament(people), rules=TournamentRules(kind, Seeding.ENTRY))
    cup = done(before, plan_start(before, InOrder(), NOON))
    while cup.stage is TournamentStage.RUNNING:
        for one in cup.open_pairings:
            cup = played(cup, sorted(one.teams))
        plan = plan_next(cup, NOON)
        assert plan is not None
        cup = done(cup, plan)
    return cup


def fields(message: Message) -> dict[str | None, str | None]:
    assert message.embed is not None
    return {one.name: one.value for one in message.embed.fields}


def test_the_end_of_groups_has_a_crosstable_of_each_group() -> None:
    cup = ended(6, TournamentKind.GROUPS)  # A: 1, 4, 5; B: 2, 3, 6
    names = {one: f"T{one}" for one in range(1, 7)}
    found = fields(end_message(cup, names, (), Reader(words("en"))))
    assert found["Group A"] == ("```text\n       1 2 3 p\n  1 T1 · 1 1 6\n  2 T4 0 · 1 3\n  3 T5 0 0 · 0\n```")
    assert list(found) == ["Standings", "Group A", "Group B"]


def test_a_voided_final_has_no_medal_and_the_better_seed_wins() -> None:
    cup = ended(4, TournamentKind.ELIMINATION)
    *others, final = cup.pairings
    won = replace(final, result_id=99, sides=tuple(replace(one, place=3 - (one.place or 0)) for one in final.sides))
    voided = plan_voided(replace(cup, pairings=(*others, won)), 99, True, NOON)
    names = {one: f"T{one}" for one in range(1, 5)}
    card = fields(tournament_message(voided, names, Reader(words("en"))))
    assert card["Final"] == "✗ T1 – T2 · not played"
    assert "`1` **T1** — 1 win\n`2` **T2** — 1 win" in (card["Standings"] or "")


def test_who_withdrew_is_struck_out_in_the_standings() -> None:
    cup = ended(3, TournamentKind.ROUND_ROBIN)
    gone = replace(cup, people=tuple(replace(one, withdrawn=one.team == 1) for one in cup.people))
    table = fields(tournament_message(gone, {1: "A"}, Reader(words("en"))))["Standings"] or ""
    assert table.splitlines()[2].startswith("`3` **~~A~~** — 6 points")


def test_the_end_lists_up_to_twelve_rows() -> None:
    listed = fields(end_message(ended(12, TournamentKind.ROUND_ROBIN), {}, (), Reader(words("en"))))["Standings"] or ""
    assert listed.count("—") == 12
    assert "more" not in listed


def test_where_two_sides_meet_matches_won_at_the_table_break_ties() -> None:
    for sides, said in ((2, "matches won at the table decide"), (3, "opponents who finished behind decides")):
        assert said in tie_break_note(replace(tournament(6), sides=sides), words("en"))


def test_groups_call_their_overview_crosstable_in_the_bracket_too() -> None:
    button = overview_button(ended(6, TournamentKind.GROUPS), words("en"))
    assert button is not None
    assert button.label == "Crosstable"


def test_the_end_of_a_swiss_has_the_tie_breaks() -> None:
    # 1 beats 3 and 2, and 2 beats 4; 3 beats 4: Buchholz 6 of 1 is 3 + 3, that of 2 is 6 + 0.
    end = end_message(ended(4, TournamentKind.SWISS), {}, (), Reader(words("en")))
    assert "6 points · (6)" in (fields(end)["Standings"] or "")
    assert end.embed is not None
    assert (end.embed.footer.text or "").startswith("In brackets: Buchholz")


@pytest.mark.parametrize(
    ("people", "kind"),
    [
        (16, TournamentKind.ELIMINATION),
        pytest.param(32, TournamentKind.GROUPS, marks=pytest.mark.thorough),
    ],
)
def test_messages_of_large_tournaments_are_within_limits(people: int, kind: TournamentKind) -> None:
    names = dict.fromkeys(range(1, people + 1), "*" * 32)
    cup = ended(people, kind)
    for reader in (Reader(words(locale)) for locale in LOCALES):
        for message in (end_message(cup, names, (), reader), tournament_message(cup, names, reader)):
            assert message.embed is not None
            assert within_limits(message).embed == message.embed
            assert len(message.embed) <= 6000
