"""Results that players claim for their own pairings."""

from dataclasses import replace

import pytest

from bot.league.tournaments.formats.kinds import standings
from bot.league.tournaments.progress.rounds import outcome_of
from bot.league.tournaments.progress.starting import plan_start
from bot.league.tournaments.results.claims import ANSWER_S, ClaimAnswer, answer_claim, claim_of, takes_claims
from bot.tables.errors import TableError
from storage.league.audit_log import HostAction
from storage.league.result_claims import ClaimState, ResultClaim
from storage.league.tournament_values import PairingState, Tournament, TournamentKind
from tests.bot.league.tournaments.tournament_samples import NOON, done, played, tournament
from tests.chance import InOrder

CONFIRM, DENY, ACCEPT, REFUSE = ClaimAnswer


def begun(before: Tournament) -> Tournament:
    return done(before, plan_start(before, InOrder(), NOON))


def swiss() -> Tournament:
    """Return a Swiss tournament in round 1: 1-3 and 2-4."""
    return begun(tournament(4, kind=TournamentKind.SWISS))


def pairs() -> Tournament:
    """Return a round robin of the pairs 1 & 2 and 3 & 4, of which 5 is the host."""
    return replace(begun(tournament(4, game="block", sides=2, size=2)), host_id=5)


def claimed(now: Tournament, user_id: int, typed: str) -> ResultClaim:
    return replace(claim_of(now, now.open_pairings[0].id, user_id, typed, NOON, ()), id=7)


def refusal(now: Tournament, claim: ResultClaim, user_id: int, answer: ClaimAnswer, at: float = NOON) -> str:
    with pytest.raises(TableError) as error:
        answer_claim(now, claim, user_id, answer, at)
    return error.value.key.rpartition(".")[2]


def test_a_score_is_typed_with_the_own_side_first() -> None:
    now = swiss()
    assert claimed(now, 1, "2:1").score == "2:1"
    assert claimed(now, 3, " 2 – 1 ").score == "1:2"


@pytest.mark.parametrize("typed", ["", "2", "2:1:0", "10:1", "-1:2", "a:b", "٢:1"])
def test_a_score_needs_two_numbers_from_0_to_9(typed: str) -> None:
    with pytest.raises(TableError, match=r"refusal\.score"):
        claimed(swiss(), 1, typed)


def test_a_confirmed_score_settles_the_pairing_as_the_host_would() -> None:
    now = swiss()
    step = answer_claim(now, claimed(now, 3, "2:1"), 1, CONFIRM, NOON)
    after = done(now, step.after)
    assert outcome_of(after.pairings[0]) == "won:1"
    assert after.pairings[0].result_id is None
    assert {one.team: one.points for one in standings(after)} == {3: 3, 1: 0, 2: 0, 4: 0}
    assert step.action is HostAction.CLAIM_CONFIRMED
    wanted = {"person": 3, "score": "1:2", "sides": [[1], [3]], "round": 1, "before": "open", "after": "won:1"}
    assert step.about == wanted


def test_a_draw_counts_only_where_the_format_allows_it() -> None:
    now = swiss()
    after = done(now, answer_claim(now, claimed(now, 1, "1:1"), 3, CONFIRM, NOON).after)
    assert outcome_of(after.pairings[0]) == "draw"
    with pytest.raises(TableError, match="needs_winner"):
        claimed(begun(tournament(4, kind=TournamentKind.ELIMINATION)), 1, "1:1")


def test_only_another_person_of_the_other_side_confirms() -> None:
    now = pairs()
    claim = claimed(now, 1, "2:0")
    mates = [one.user_id for one in now.people if one.team == 1]
    others = [one.user_id for one in now.people if one.team == 2]
    assert 1 in mates
    for answer in (CONFIRM, DENY):
        assert [refusal(now, claim, one, answer) for one in mates] == ["own", "own"]
        assert refusal(now, claim, 5, answer) == "stranger"
        for one in others:
            answer_claim(now, claim, one, answer, NOON)


def test_a_denied_claim_leaves_the_pairing_open() -> None:
    now = swiss()
    step = answer_claim(now, claimed(now, 1, "2:1"), 3, DENY, NOON)
    assert step.action is HostAction.CLAIM_DENIED
    assert done(now, step.after).pairings == now.pairings


def test_the_host_decides_after_a_day_but_not_for_their_own_side() -> None:
    now, late = swiss(), NOON + ANSWER_S
    claim = claimed(now, 1, "2:1")
    assert refusal(now, claim, 99, ACCEPT, late - 1) == "early"
    assert refusal(now, claim, 1, ACCEPT, late) == "own_host"
    assert outcome_of(done(now, answer_claim(now, claim, 99, ACCEPT, late).after).pairings[0]) == "won:0"
    assert done(now, answer_claim(now, claim, 1, REFUSE, late).after).pairings == now.pairings
    answer_claim(now, claim, 3, CONFIRM, late)


def test_an_answered_or_superseded_claim_counts_no_more() -> None:
    now = swiss()
    claim = claimed(now, 1, "2:1")
    for state in ClaimState:
        if state is not ClaimState.OPEN:
            assert refusal(now, replace(claim, state=state), 3, CONFIRM) == state
    assert refusal(played(now, (3, 1)), claim, 3, CONFIRM) == "superseded"
    assert refusal(replace(now, pairings=()), claim, 3, CONFIRM) == "superseded"


def test_a_pairing_is_claimed_only_while_open_and_not_in_play() -> None:
    now = swiss()
    first = now.open_pairings[0]
    for before, user_id, in_play, refused in (
        (now, 1, (first.id,), "in_play"),
        (now, 2, (), "stranger"),
        (played(now, (1, 3)), 1, (), "played"),
        (replace(now, sides=3), 1, (), "format"),
    ):
        with pytest.raises(TableError, match=refused):
            claim_of(before, first.id, user_id, "2:1", NOON, in_play)
    assert first.state is PairingState.OPEN


def test_an_arena_takes_no_claims() -> None:
    assert takes_claims(swiss())
    assert not takes_claims(begun(tournament(4, kind=TournamentKind.ARENA)))
