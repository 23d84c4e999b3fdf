"""The end of a match: scores and highlights."""

from __future__ import annotations

import io
from random import Random
from types import SimpleNamespace

import pytest
from PIL import Image

import games
from bot.league.tournaments.table_notes import end_line
from bot.locales import LOCALES, words
from bot.messages.games import presenter_at
from bot.messages.games.presenter import Round
from bot.messages.parts.reader import Reader
from bot.messages.table.board import ChannelPermissions
from bot.messages.table.match_end import MatchStory
from bot.messages.table.notes import Notes
from bot.messages.table.summary import match_message
from games import Match
from games.core.events import DealBegan
from games.core.outcome import EndReason, Outcome, ranked
from games.five_to_fourteen import RoundOver
from storage.league.tournament_values import PairingState, TablePairing
from storage.matches import DealResult
from tests.bot.messages.tables import READER, presenter, table_of
from tests.games.chain.positions import set_up
from tests.games.deals import deal, play


def story(
    match: Match, *scores: tuple[int, ...], final: tuple[int, ...] = (), fewest_first: bool = False
) -> MatchStory:
    """Return a match with these scores after its deals."""
    results = [
        DealResult(number, seat, None, 0, score)
        for number, after in enumerate(scores, 1)
        for seat, score in enumerate(after)
    ]
    last = final or scores[-1]
    ranking = ranked(last, fewest_first=fewest_first)
    outcome = Outcome(tuple(sorted(ranking[0])), last, ranking, EndReason.TARGET)
    return MatchStory.of(match, outcome, results)


def block() -> Match:
    return games.new_match("block", seats=2, seed="a seed", lots=[0])


def said(told: MatchStory) -> list[str]:
    return told.highlights(presenter(table_of(told.match)))


def test_the_biggest_catch_and_the_turn_are_found() -> None:
    # Borys leads after two deals; Ada makes 63 in the third and stays in front.
    assert said(story(block(), (20, 0), (20, 45), (83, 45), (101, 45))) == [
        "Biggest catch: **Ada**, 63 points in deal 3",
        "Turning point: deal 3, **Ada** in front from there on",
    ]


def test_who_was_always_in_front_is_said() -> None:
    assert said(story(block(), (60, 0), (60, 10), (110, 10)))[1] == (
        "In front from the first deal to the last: **Ada**"
    )


def test_where_the_fewest_points_win_the_most_of_a_deal_are_a_blow() -> None:
    match = games.new_match("plus_minus", seats=2, seed="a seed")
    assert said(story(match, (30, 12), (41, 70), (50, 103), fewest_first=True)) == [
        "Hardest hit: **Borys**, 58 penalty points in deal 2",
        "Turning point: deal 2, **Ada** in front from there on",
    ]


def test_equal_deals_are_no_highlight_and_a_shared_win_has_no_turn() -> None:
    assert said(story(block(), (1, 0), (1, 1))) == []


def test_the_tile_that_brought_most_at_once_is_named_with_its_player() -> None:
    hands = ("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    match = games.new_match("full_speed", seats=2, seed="a seed", deals=[deal(*hands)], lots=[0])
    play(match, "6-5 6-3@left")  # a nico of 8, which is not the tile's own player's
    set_up(match, "5-3 0-0", "6-6", scores=(111, 0))
    play(match, "5-3@left")  # 5 and 5
    assert match.outcome is not None
    told = MatchStory.of(match, match.outcome, ())
    assert said(told)[0] == "Best tile: 5-3 by **Ada**, 10 points (deal 1)"


def a_quick_deal() -> Match:
    """Return a deal of Full Speed of three tiles: 8 and 10 points in play for Ada, and 12 left with Borys."""
    hands = ("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    match = games.new_match("full_speed", seats=2, seed="a seed", deals=[deal(*hands)], lots=[0])
    play(match, "6-5 6-3@left")
    set_up(match, "5-3", "6-6")
    play(match, "5-3@left")
    return match


def test_points_of_play_are_no_catch() -> None:
    # Of the 30 points of deal 1 only 12 are caught, so the 15 of deal 2 are more.
    told = story(a_quick_deal(), (30, 0), (45, 0))
    assert said(told)[1] == "Biggest catch: **Ada**, 15 points in deal 2"


def test_where_hands_are_not_counted_the_best_deal_is_no_catch() -> None:
    match = games.new_match("seventy_nine", seats=6, seed="a seed")
    assert said(story(match, (55, 24), (55, 105)))[0] == "Best deal: **Team B**, 81 points in deal 2"


def test_the_curve_has_a_point_for_each_tile_where_tiles_score() -> None:
    told = story(a_quick_deal(), (30, 0))
    drawing = told.drawing(presenter(table_of(told.match)))
    ada, borys = drawing.paint.args[1]  # type: ignore[attr-defined]  # a partial
    assert ada.points == ((0, 0), (1 / 3, 0), (2 / 3, 8), (1, 30))
    assert borys.points == ((0, 0), (1 / 3, 0), (2 / 3, 0), (1, 0))


def test_points_taken_off_and_points_that_do_not_count_are_drawn_too() -> None:
    match, rng = games.new_match("full_speed", seats=3, seed="curve"), Random(5)
    after: dict[int, tuple[int, ...]] = {}
    while match.outcome is None:
        [seat] = match.actors()
        match.play(seat, rng.choice(match.sensible_moves(seat)))
        if match.last_deal is not None:
            after[match.last_deal.number] = match.last_deal.scores
    assert {"lost", "bust"} <= {event.kind for event in match.events}
    told = story(match, *after.values(), final=match.outcome.scores)
    curves = told.drawing(presenter(table_of(match))).paint.args[1]  # type: ignore[attr-defined]  # a partial
    tiles = sum(event.kind == "played" for event in match.events)
    assert [len(curve.points) for curve in curves] == [1 + tiles] * 3, "the beginning, and each tile"


def test_a_match_ending_within_a_deal_has_its_own_last_point() -> None:
    assert story(block(), (20, 0), final=(20, 0)).scores == ((0, 0), (20, 0))
    assert story(block(), (20, 0), final=(35, 0)).scores == ((0, 0), (20, 0), (35, 0))


def five_to_fourteen() -> MatchStory:
    """Return three deals each of two rounds and a play-off."""
    match = games.new_match("five_to_fourteen", seats=2, seed="a seed", lots=[0])
    scores = ((30, 0), (30, 20), (50, 20), (0, 70), (40, 70), (40, 90), (10, 0), (10, 5), (60, 5))
    results = [
        DealResult(number, seat, None, 0, score)
        for number, after in enumerate(scores, 1)
        for seat, score in enumerate(after)
    ]
    outcome = Outcome((0,), (60, 5), ranked((2, 1)), EndReason.ROUNDS)
    rounds = (Round("Round 1", 3, 0), Round("Round 2", 6, 1), Round("Play-off", 9, 0))
    return MatchStory.of(match, outcome, results, rounds)


def test_rounds_in_which_scores_begin_anew_are_told_one_by_one() -> None:
    told = five_to_fourteen()
    assert told.round_lines(["Ada", "Borys"], words("en")) == [
        "Round 1: Ada, 50 : 20",
        "Round 2: Borys, 40 : 90",
        "Play-off: Ada, 60 : 5",
    ]
    # The best deal is Borys's 70 from nothing, not a difference to the round before; no lead lasts over rounds.
    assert said(told) == ["Biggest catch: **Borys**, 70 points in deal 4"]
    drawing = told.drawing(presenter(table_of(told.match)))
    assert "Play-off: Ada, 60 : 5." in drawing.alt
    assert len(drawing.paint()) < 15_000


def test_rounds_of_five_to_fourteen_are_found_with_their_winners() -> None:
    match = games.new_match("five_to_fourteen", seats=2, seed="a seed", lots=[0])
    deals = [DealBegan(seat=0, number=number) for number in range(1, 31)]
    told = [*deals[:10], RoundOver(1, 1), *deals[10:20], RoundOver(None, 2), *deals[20:], RoundOver(0, 3)]
    shown = presenter(table_of(match))
    assert shown.rounds(SimpleNamespace(events=told)) == [  # type: ignore[arg-type]  # only its events are asked for
        Round("Round 1", 10, 1),
        Round("Round 2", 20, None),
        Round("Play-off", 30, 0),
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_alternative_text_says_what_the_picture_shows(locale: str) -> None:
    told = story(block(), (20, 0), (20, 45), (83, 45), (101, 45))
    drawing = told.drawing(presenter_at(table_of(told.match), Reader(words(locale))))
    for part in ("Ada", "63", "3", "Ada: 20, 20, 83, 101", "Borys: 0, 45, 45, 45"):
        assert part in drawing.alt
    picture = drawing.paint()
    assert len(picture) < 15_000
    assert Image.open(io.BytesIO(picture)).width == 720


@pytest.mark.parametrize(
    ("state", "has_settled", "said"),
    [
        (PairingState.PLAYED, True, "🏆 The result counts for **Cup**, round 2."),
        (PairingState.OPEN, False, "🏆 The result does not decide **Cup**, round 2, which is still to be played."),
        (PairingState.MISSED, False, "⌛ **Cup**, round 2 is settled without this table"),
        (PairingState.PLAYED, False, "⌛ **Cup**, round 2 is settled without this table"),
    ],
)
def test_the_end_of_a_match_says_what_it_counts_for(state: PairingState, has_settled: bool, said: str) -> None:
    match = block()
    set_up(match, "6-5", "5-5 3-1", scores=(60, 0))
    play(match, "6-5")
    line = end_line(TablePairing(1, "Cup", 2, state, "10|11", "m", {}, None), READER.words, has_settled=has_settled)
    embed = match_message(table_of(match), READER, Notes((line,))).embed
    assert embed is not None
    assert said in (embed.description or "")


def test_where_no_picture_may_be_shown_the_course_stands_in_letters() -> None:
    match = block()
    set_up(match, "6-5", "5-5 3-1", scores=(60, 0))
    play(match, "6-5")  # 50 and 4: 114
    assert match.outcome is not None
    message = match_message(
        table_of(match), READER, results=[DealResult(1, 0, 10, 54, 114)], medium=ChannelPermissions(("attach_files",))
    )
    assert message.embed is not None
    assert message.drawings == ()
    assert message.embed.fields[-1].value == "**Ada**: 114\n**Borys**: 0"
