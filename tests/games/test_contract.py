"""Obligations of every game of the catalogue: its moves, its end, its records and copies."""

from __future__ import annotations

import pickle
from hashlib import sha256
from itertools import product
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import games
from games import EndReason, IllegalMove, Match, Move, Refusal
from games.chain.match import ChainMatch
from games.core.events import Dealt, MatchBegan, Over
from games.core.moves import DRAW, PASS
from games.core.refusals import Superfluous
from tests.games.deals import advance, everything, random_play, seats_of, sensible_play, to_the_end, views
from tests.games.walks import (
    LONGEST,
    SETUPS,
    WHOLE,
    Setup,
    a_seed,
    a_text,
    a_walk,
    every_game,
    every_setup,
    every_setup_that_ends,
    few,
    many,
    moves_thought_of,
    new,
    setups_of,
    shared_with_copies,
    some_plies,
    state_of,
    tiles_of,
)
from tests.needs import THOROUGH

# --- Moves ------------------------------------------------------------------------------------------------------------


@every_setup
@few
@given(seed=a_seed, walk=a_walk)
def test_all_tiles_are_always_accounted_for(setup: Setup, seed: str, walk: Random) -> None:
    match = new(setup, seed)
    assert sorted(tiles_of(match)) == sorted(match.tile_set)
    for _ in random_play(match, walk, LONGEST):
        assert sorted(tiles_of(match)) == sorted(match.tile_set)


@every_game
def test_a_player_able_to_play_must_where_the_table_acts_for_others(key: str) -> None:
    game = games.CATALOGUE[key]
    forced, chosen = 0, 0
    for setup, walk in product(setups_of(key), range(3)):
        match = new(setup, f"forced {walk}")
        for _ in random_play(match, Random(walk), LONGEST):
            for seat in match.actors():
                moves = match.moves(seat)
                if {DRAW, PASS}.intersection(moves):
                    forced += len(moves) == 1
                    chosen += len(moves) > 1
                    assert not (game.info.forced_moves_are_public and any(move.tile for move in moves))
    assert forced or not issubclass(game, ChainMatch)
    assert chosen or game.info.forced_moves_are_public


@every_setup
@few
@given(seed=a_seed, walk=a_walk)
def test_there_is_no_dead_end_and_only_actors_have_moves(setup: Setup, seed: str, walk: Random) -> None:
    match = new(setup, seed)
    for _ in random_play(match, walk, LONGEST):
        assert bool(match.actors()) == (match.outcome is None)
        for seat in range(match.seats):
            assert bool(match.moves(seat)) == (seat in match.actors())
            assert match.view(seat).moves == match.moves(seat)
    assert match.moves(match.seats) == ()
    assert match.view(None).moves == ()


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies)
def test_every_listed_move_is_legal_and_written_and_read_alike(
    setup: Setup, seed: str, walk: Random, plies: int
) -> None:
    match = advance(new(setup, seed), walk, plies)
    for seat in match.actors():
        moves = match.moves(seat)
        assert len(set(moves)) == len(moves)
        for move in moves:
            assert match.refusal(seat, move) is None
            assert match.refusal(seat, str(move)) is None
            assert Move.parse(str(move)) == move
            assert len(str(move)) <= 40  # it must fit into a button's address
            as_text, as_move = match.copy(), match.copy()
            assert as_text.play(seat, str(move)) == as_move.play(seat, move)
            assert as_text == as_move


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies)
def test_a_move_that_is_not_listed_is_refused_and_changes_nothing(
    setup: Setup, seed: str, walk: Random, plies: int
) -> None:
    match = advance(new(setup, seed), walk, plies)
    before = everything(match)
    for seat in range(-1, match.seats + 1):
        legal = match.moves(seat)
        for move in walk.sample(moves_thought_of(match.tile_set), 100):
            if move in legal:
                continue
            refusal = match.refusal(seat, move)
            assert isinstance(refusal, Refusal)
            assert refusal
            assert refusal.code
            with pytest.raises(IllegalMove) as caught:
                match.play(seat, move)
            assert caught.value.refusal == refusal
    assert everything(match) == before


@every_game
def test_moves_of_other_moments_are_refused_with_a_precise_reason(key: str) -> None:
    walks = [(setup, Random(number)) for setup in setups_of(key) for number in range(2)]
    shown: set[Move] = set()
    for setup, walk in walks:
        match = new(setup)
        for _ in sensible_play(match, walk, LONGEST):
            shown.update(move for seat in match.actors() for move in match.moves(seat))
    verbs = {move.verb for move in shown}
    others = sorted({*shown, *(move for move in moves_thought_of(match.tile_set) if move.verb in verbs)}, key=str)
    for setup, walk in walks:
        match = new(setup)
        for _ in sensible_play(match, walk, LONGEST):
            for seat in match.actors():
                for move in walk.sample(others, 20):
                    refusal = match.refusal(seat, move)
                    assert refusal is None or refusal.code != "unknown_verb", str(move)
                    if isinstance(refusal, Superfluous):
                        assert refusal.text in str(move)


@every_game
@many
@given(text=a_text, seat=st.integers(-2, 7), walk=a_walk, plies=st.integers(0, 60))
@example(text="6-4@left=", seat=0, walk=Random(0), plies=1)
@example(text="[6|4", seat=0, walk=Random(0), plies=0)
@example(text="pass\x00", seat=0, walk=Random(0), plies=0)
@example(text="{seat}", seat=0, walk=Random(0), plies=0)
@example(text="\ud800", seat=0, walk=Random(0), plies=0)
@example(text="9" * 5000, seat=1, walk=Random(0), plies=0)
def test_an_unreadable_text_or_unknown_seat_is_refused(
    key: str, text: str, seat: int, walk: Random, plies: int
) -> None:
    match = advance(games.new_match(key, seats=games.CATALOGUE[key].seat_counts[0], seed="a seed"), walk, plies)
    refusal = match.refusal(seat, text)
    if refusal is None:
        assert Move.parse(text) in match.moves(seat)
        return
    if not 0 <= seat < match.seats:
        assert refusal.code == "no_such_seat"
    before = everything(match)
    with pytest.raises(IllegalMove, match=r"\S"):
        match.play(seat, text)
    assert everything(match) == before


@every_game
@pytest.mark.parametrize("plies", [0, 7, 60])
def test_values_that_are_not_seats_or_moves_are_refused_as_mistakes(key: str, plies: int) -> None:
    match = advance(games.new_match(key, seats=games.CATALOGUE[key].seat_counts[0], seed="types"), Random(1), plies)
    before = everything(match)
    attempts: list[tuple[object, object, str]] = []
    nothings: list[object] = [None, b"", "", 0, (), []]
    for seat in match.actors():
        for move in match.moves(seat)[:3]:
            others: list[object] = [float(seat), str(seat), None]
            if seat in (0, 1):
                others.append(bool(seat))
            attempts += [(other, wanted, "no_such_seat") for other in others for wanted in (move, str(move))]
            attempts += [(seat, tuple(move), "not_a_move"), (seat, str(move).encode(), "not_a_move")]
    attempts += [(seat, nothing, "not_a_move") for seat in range(match.seats) for nothing in nothings]
    for who, what, code in attempts:
        refusal = match.refusal(who, what)  # type: ignore[arg-type]
        assert refusal is not None
        assert refusal.code == code
        with pytest.raises(IllegalMove) as caught:
            match.play(who, what)  # type: ignore[arg-type]
        assert caught.value.refusal == refusal
    assert everything(match) == before


@every_setup_that_ends
def test_nothing_can_be_done_once_the_match_is_over(setup: Setup) -> None:
    match = to_the_end(new(setup), Random(1))
    assert match.outcome
    for seat in range(match.seats):
        for move in moves_thought_of(match.tile_set)[:: 1 if THOROUGH else 4]:
            refusal = match.refusal(seat, move)
            assert refusal is not None
            assert refusal.code == "match_over"


# --- The end of the match ---------------------------------------------------------------------------------------------


@every_setup_that_ends
@pytest.mark.parametrize("walk", range(3))
def test_the_first_of_the_ranking_have_won(setup: Setup, walk: int) -> None:
    match = to_the_end(new(setup, f"end {walk}"), Random(walk))
    outcome = match.outcome
    assert outcome
    sides = sorted({match.side_of(seat) for seat in range(match.seats)})
    assert sorted(side for group in outcome.ranking for side in group) == sides
    assert isinstance(outcome.reason, EndReason)
    hash(outcome)  # frozen through and through
    assert outcome.scores == match.scores
    assert len(match.scores) == len(match.evaluation()) == len(sides)
    assert outcome.winners in {tuple(sorted(outcome.ranking[0])), ()}
    assert outcome.winners or match.seats == 1
    assert match.events[-1] == Over(outcome.winners)


# --- Records, copies, seeds -------------------------------------------------------------------------------------------


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies)
def test_a_table_closes_a_match_by_the_scores_after_a_deal(setup: Setup, seed: str, walk: Random, plies: int) -> None:
    match = advance(new(setup, seed), walk, plies)
    if match.outcome is not None:
        return
    if match.last_deal is None:
        with pytest.raises(IllegalMove):
            match.apply(0, "lastdeal")
        return
    scores = match.scores
    match.apply(0, "lastdeal")
    replayed = games.replay(match.record().text())
    assert replayed == match
    outcome = replayed.outcome
    assert outcome is not None
    best = min(scores) if match.fewer_is_better else max(scores)
    assert outcome.winners == tuple(side for side, score in enumerate(scores) if score == best)
    assert (outcome.scores, outcome.reason) == (scores, EndReason.DEALS)
    assert match.actors() == ()


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies)
def test_who_resigns_comes_last_and_the_match_is_over(setup: Setup, seed: str, walk: Random, plies: int) -> None:
    match = advance(new(setup, seed), walk, plies)
    if match.outcome is not None:
        return
    sides, standing, scores = len(match.scores), match.evaluation(), match.scores
    if sides == 1:
        with pytest.raises(IllegalMove):
            match.apply(0, "resign")
        return
    seat = walk.randrange(match.seats)
    match.apply(seat, "resign")
    replayed = games.replay(match.record().text())
    assert replayed == match
    loser, outcome = match.side_of(seat), replayed.outcome
    assert outcome is not None
    assert (outcome.ranking[-1], outcome.scores, outcome.reason) == (frozenset({loser}), scores, EndReason.RESIGNED)
    best = max(value for side, value in enumerate(standing) if side != loser)
    assert outcome.winners == tuple(side for side, value in enumerate(standing) if side != loser and value == best)
    assert match.actors() == ()
    assert all(match.moves(one) == () for one in range(match.seats))


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies)
def test_a_record_replays_to_an_equal_match(setup: Setup, seed: str, walk: Random, plies: int) -> None:
    match = advance(new(setup, seed), walk, plies)
    again = games.replay(match.record().text())
    assert again == match
    assert everything(again) == everything(match)
    # ... which also goes on alike, later shuffles included
    assert advance(again, Random(1), 60) == advance(match, Random(1), 60)


@every_setup
def test_the_same_seed_gives_the_same_match_and_another_seed_another(setup: Setup) -> None:
    one, same, other = (advance(new(setup, seed), Random(5), 150) for seed in ("a", "a", "b"))
    assert one == same
    assert views(one) == views(same)
    assert views(one) != views(other)


@every_setup
def test_a_match_without_a_seed_gets_a_fresh_secret_one(setup: Setup) -> None:
    key, seats, options = setup
    one, other = (games.new_match(key, seats=seats, options=options) for _ in range(2))
    assert one.seed != other.seed
    assert len(one.seed) >= 32
    assert one.seed not in views(one)


@every_setup
def test_a_match_begins_by_committing_itself_to_its_seed(setup: Setup) -> None:
    begin = new(setup, "kość").events[0]
    assert begin == MatchBegan(sha256("kość".encode()).hexdigest())


@every_setup
def test_given_deals_and_lots_are_used_and_then_the_seed_goes_on(setup: Setup) -> None:
    key, seats, options = setup
    order = " ".join(
        str(tile) for tile in Random(3).sample(games.CATALOGUE[key].tile_set, len(games.CATALOGUE[key].tile_set))
    )
    lot = seats - 1
    one, other = (
        games.new_match(key, seats=seats, options=options, seed=seed, deals=[order], lots=[lot]) for seed in ("a", "b")
    )
    assert views(one) == views(other)
    assert one.record().deals == (order,)
    assert one.record().lots == (lot,)
    lots = [event.seat for event in one.events if event.kind == "lot"]
    assert lots[:1] in ([lot], [])
    dealt = [event for event in one.events if isinstance(event, Dealt)]
    assert dealt or seats == 1
    front = order.split()
    for event in dealt:  # seat 0's whole hand from the front, then seat 1's, and so on
        hand, front = front[: event.count], front[event.count :]
        assert sorted(map(str, event.tiles)) == sorted(hand)
    assert games.replay(one.record().text()) == one


@pytest.mark.parametrize("key", games.TABLE_GAMES)
def test_after_the_deals_that_are_given_the_seed_goes_on(key: str) -> None:
    order = " ".join(map(str, games.CATALOGUE[key].tile_set))
    gone_on = 0
    for _, seats, options in setups_of(key):
        one, other = (
            games.new_match(key, seats=seats, options=options, seed=seed, deals=[order], lots=[seats - 1])
            for seed in ("a", "b")
        )
        for match in (one, other):
            walk = Random(2)
            while match.outcome is None and match.last_deal is None:
                advance(match, walk, 1)
        assert one.record().deals == (order,)
        if one.outcome is None:
            assert views(one) != views(other)
            gone_on += 1
    assert gone_on > 0


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies)
def test_a_copy_is_independent(setup: Setup, seed: str, walk: Random, plies: int) -> None:
    match = advance(new(setup, seed), walk, plies)
    before, within = everything(match), state_of(match)
    twin = match.copy()
    assert twin == match
    assert state_of(twin) == within
    advance(twin, Random(1), 100)
    assert everything(match) == before
    assert state_of(match) == within  # what no view shows, such as what is known of hidden hands, is copied too
    later = everything(twin)
    advance(match, Random(1), 100)
    assert everything(twin) == later == everything(match)


@every_setup
def test_what_changes_in_place_is_declared_as_mutable(setup: Setup) -> None:
    match = new(setup)
    before = {name: (value, state_of(value)) for name, value in shared_with_copies(match)}
    for _ in sensible_play(match, Random(1), LONGEST):
        now = {name: (value, state_of(value)) for name, value in shared_with_copies(match)}
        kept = {name for name, (value, _) in before.items() if name in now and now[name][0] is value}
        assert {name for name in kept if now[name][1] != before[name][1]} == set()
        before = now


DECLARING = sorted(
    {base for game in games.CATALOGUE.values() for base in game.__mro__ if "mutable" in vars(base)}, key=str
)


@pytest.mark.parametrize("declaring", DECLARING)
def test_what_is_declared_as_mutable_changes_in_place(declaring: type[Match]) -> None:
    unchanged = set(declaring.mutable).difference(*(getattr(base, "mutable", ()) for base in declaring.__bases__))
    for setup in SETUPS:
        match = new(setup)
        if not unchanged or not isinstance(match, declaring):
            continue
        before = {name: (vars(match)[name], state_of(vars(match)[name])) for name in unchanged}
        for _ in sensible_play(match, Random(1), WHOLE):
            now = {name: (vars(match)[name], state_of(vars(match)[name])) for name in unchanged}
            unchanged -= {
                name for name, (value, state) in now.items() if value is before[name][0] and state != before[name][1]
            }
            before = now
    assert unchanged == set()


@every_setup
@few
@given(seed=a_seed, walk=a_walk, plies=some_plies)
def test_a_match_can_be_pickled_with_all_that_it_shows(setup: Setup, seed: str, walk: Random, plies: int) -> None:
    match = advance(new(setup, seed), walk, plies)
    again = pickle.loads(pickle.dumps(match))  # noqa: S301  # our own
    assert type(again) is type(match)
    assert everything(again) == everything(match)
    assert advance(again, Random(1), 60) == advance(match, Random(1), 60)
    shown = [
        match.events,
        match.record(),
        *(match.view(seat) for seat in seats_of(match)),
        *map(match.moves, range(match.seats)),
    ]
    assert pickle.loads(pickle.dumps(shown)) == shown  # noqa: S301


@every_setup
@few
@given(seed=a_seed, walk=a_walk)
def test_play_returns_just_what_it_adds_to_the_events(setup: Setup, seed: str, walk: Random) -> None:
    match = advance(new(setup, seed), walk, 20)
    for seat in match.actors()[:1]:
        before = match.events.copy()
        happened = match.play(seat, match.moves(seat)[0])
        assert happened
        assert match.events == before + happened
