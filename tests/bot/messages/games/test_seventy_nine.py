"""Pictures, texts and questions of Seventy-Nine, by fixed deals."""

from __future__ import annotations

import pytest

from bot.locales import LOCALES, words
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.choices import MoveChoice
from bot.messages.parts.components import Style
from bot.messages.parts.reader import Reader
from bot.messages.table.board import ChannelPermissions, board_message, open_information_message
from bot.messages.table.hand import hand_message
from bot.messages.table.summary import deal_message
from bot.render import PanelCounting
from games import Event, Match, Move
from games.core.tricks import two_sets_of
from games.seventy_nine import SeventyNine
from tests.bot.messages.tables import READER, table_of
from tests.games.deals import play, tiles
from tests.games.seventy_nine.seventy_nine_deals import LAST_TRICK, before_last, match_of, playing

TRICK = ("6-5 6-6", "5-5 1-0", "6-4 1-0", "5-0 1-0", "4-1 1-0", "3-2 1-0")
"""Sixes are trumps and seat 0 leads: with 6-5 it takes all five count tiles of a set: 35 points and 1 for the trick."""


def presented(match: Match, locale: str = "en") -> Presenter:  # type: ignore[type-arg]  # of any game
    return presenter_at(table_of(match), Reader(words(locale)))


def told(match: Match, events: list[Event]) -> list[str]:
    return presented(match).event_texts([event.seen_by(None) for event in events])


def choices(match: Match, seat: int) -> list[MoveChoice]:
    groups = presented(match).choices(match.view(seat))
    return [choice for group in groups for choice in group.choices]


def said_of_hand(match: Match, seat: int, asked: str = "") -> str:
    embed = hand_message(table_of(match), 10 + seat, READER, asked=asked).embed
    assert embed is not None
    return str(embed.description)


# --- The auction ------------------------------------------------------------------------------------------------------


def test_bids_stand_in_two_selects_with_pass_and_nello_beside_them() -> None:
    match = match_of()
    low, high, others = presented(match).choices(match.view(0))
    assert [choice.label for choice in low.choices] == [str(bid) for bid in range(50, 65)]
    assert [choice.label for choice in high.choices] == [str(bid) for bid in range(65, 80)]
    assert (low.select, high.select) == ("Bid 50 to 64", "Bid 65 to 79")
    assert [(choice.label, str(choice.does)) for choice in others.choices] == [("Pass", "pass"), ("Nel-O", "bid=nello")]


def test_only_higher_bids_are_offered() -> None:
    match = match_of()
    play(match, "bid=77")
    high, others = presented(match).choices(match.view(1))
    assert [choice.label for choice in high.choices] == ["78", "79"]
    assert len(others.choices) == 2
    assert "Bid more than 77, or pass." in said_of_hand(match, 1)


def test_the_auction_is_one_line_and_stands_seat_by_seat() -> None:
    match = match_of()
    events = play(match, "bid=52 pass bid=55")
    assert told(match, events) == ["Auction: **Ada** 52 → **Borys** Pass → **Celina** 55."]
    presenter, view = presented(match), match.view(None)
    assert [presenter.seat(view, seat)[-1] for seat in range(3)] == ["52", "Pass", "55"]
    assert presenter.text_board(view).splitlines()[:5] == [
        "Bidding",
        "highest bid: 55",
        "  A Ada    52",
        "  B Borys  Pass",
        "  A Celina 55",
    ]


def test_bids_nello_and_the_auction_are_explained_where_one_bids() -> None:
    match = match_of()
    play(match, "bid=52 pass")
    said = said_of_hand(match, 2)
    assert "Bid more than 52, or pass." in said
    assert "79 at most. If your team takes less than you bid, the deal is lost." in said
    assert "Nel-O is above all numbers. You play alone and without trumps, and must take no trick" in said
    assert "Auction: **Ada** 52 → **Borys** Pass." in said


def test_nello_and_points_are_explained_only_where_they_count() -> None:
    assert "Nel-O" not in said_of_hand(match_of(nello=False), 0)
    assert "79 at most" not in said_of_hand(match_of(scoring="tricks"), 0)


def test_a_hand_says_what_the_bid_still_needs_to_everybody_at_the_table() -> None:
    match = playing(*TRICK, bid=60)
    play(match, "6-5 5-5 6-4 5-0 4-1 3-2")
    assert "**Ada**: bid 60, needs 24 more" in said_of_hand(match, 0)
    assert said_of_hand(match, 3).count("bid 60, needs 24 more") == 1


def test_a_bid_of_nello_is_called_so() -> None:
    match = match_of()
    assert told(match, play(match, "bid=nello")) == ["Auction: **Ada** Nel-O."]


def test_trumps_are_named_by_buttons_that_count_the_tiles_in_hand() -> None:
    match = match_of()
    play(match, "bid=52 pass pass pass pass pass")
    match.position.hands[0] = two_sets_of(tiles("6-6 6-5 6-4 5-5 3-3"))
    buttons = choices(match, 0)
    assert [choice.label for choice in buttons] == [
        "0 (× 0)",
        "1 (× 0)",
        "2 (× 0)",
        "3 (× 1)",
        "4 (× 1)",
        "5 (× 2)",
        "6 (× 3)",
    ]
    assert [choice.label for choice in buttons if choice.style is Style.MAIN] == ["6 (× 3)"]
    view = match.view(0)
    assert presented(match).numbers(view) == (0, 0, 0, 1, 1, 2, 3)  # type: ignore[attr-defined]  # its presenter's own
    drawing = presented(match).hand(view)
    assert drawing is not None
    assert drawing.paint().startswith(b"\x89PNG")


# --- Tricks -----------------------------------------------------------------------------------------------------------


def test_trumps_the_led_suit_and_what_the_bidders_need_stand_on_the_felt() -> None:
    match = playing(*TRICK, bid=60)
    play(match, "6-5 5-5")
    assert presented(match).text_board(match.view(None)).splitlines()[:4] == [
        "trumps: 6 · led: 6",
        "Ada: bid 60, needs 60 more",
        "  A Ada    6|5* ✓",
        "  B Borys  5|5",
    ]


def test_a_trick_is_one_line_and_names_the_taking_tile() -> None:
    match = playing(*TRICK)
    events = play(match, "6-5 5-5 6-4 5-0 4-1 3-2")
    assert told(match, events) == [
        "**Ada** takes the trick with `6-5`: 6-5, 5-5, 6-4, 5-0, 4-1 and 3-2 (36 points).",
    ]


def test_what_a_team_has_taken_stands_beside_its_letter() -> None:
    match = playing(*TRICK, bid=60)
    play(match, "6-5 5-5 6-4 5-0 4-1 3-2")
    sides = presented(match).sides(match.view(None))  # type: ignore[attr-defined]  # its presenter's own
    assert [(side.name, side.text) for side in sides] == [("A", "36 of 60 points"), ("B", "0 of 20 points")]
    assert "Ada: bid 60, needs 24 more" in presented(match).facts(match.view(None))


@pytest.mark.parametrize(
    ("scoring", "counting", "target"),
    [("points", PanelCounting.RACE, 250), ("tricks", PanelCounting.MARKS, 9), ("marks", PanelCounting.STROKES, 9)],
)
def test_each_scoring_is_shown_in_its_own_way(scoring: str, counting: PanelCounting, target: int) -> None:
    match = match_of(scoring=scoring)
    for side in presented(match).sides(match.view(None)):  # type: ignore[attr-defined]  # its presenter's own
        assert (side.tally.counting, side.tally.target) == (counting, target)


def test_where_tricks_are_counted_a_trick_is_told_without_its_count() -> None:
    match = playing(*TRICK, scoring="tricks")
    events = play(match, "6-5 5-5 6-4 5-0 4-1 3-2")
    assert told(match, events) == ["**Ada** takes the trick with `6-5`: 6-5, 5-5, 6-4, 5-0, 4-1 and 3-2."]


def test_a_tile_that_does_not_follow_says_why() -> None:
    match = playing(*TRICK)
    play(match, "6-5 5-5")
    offered = choices(match, 2)
    assert [(choice.label, str(getattr(choice.does, "key", ""))) for choice in offered] == [
        ("6-4", ""),
        ("1-0", "!1-0"),
    ]
    assert "1-0 doesn't follow: the led number is 6, and you have it." in said_of_hand(match, 2, asked="!1-0")


def test_two_equal_tiles_are_one_button_and_stand_in_the_picture_twice() -> None:
    match = playing("6-5 6-5 3-1", *TRICK[1:])
    assert [choice.label for choice in choices(match, 0)] == ["6-5", "3-1"]
    assert match.view(0).hand == tiles("3-1 6-5 6-5")
    drawing = presented(match).hand(match.view(0))
    assert drawing is not None
    assert drawing.alt.startswith("Your tiles: 3-1, 6-5, 6-5.")


def test_the_last_trick_and_all_taken_tiles_can_be_looked_at() -> None:
    match = playing(*TRICK)
    assert presented(match).review_buttons(match.view(None)) == ()
    assert "nothing to see" in open_information_message(table_of(match), "taken", READER).content
    play(match, "6-5 5-5 6-4 5-0 4-1 3-2")
    assert [look.label for look in presented(match).review_buttons(match.view(None))] == ["Last trick", "Taken tiles"]
    assert "**Ada** takes the trick with `6-5`" in open_information_message(table_of(match), "trick", READER).content
    taken = open_information_message(table_of(match), "taken", READER)
    assert taken.content == "Team A: 5-5, 6-4, 3-2, 4-1, 5-0; 1 + 35 = 36. Team B: —; 0 + 0 = 0."


# --- Nel-O ------------------------------------------------------------------------------------------------------------

NELLO = ("3-0 1-0", "3-1 5-1", "6-6 6-5", "3-2 6-2", "6-4 6-1", "4-3 5-2")
"""Seat 0 leads 3-0 and takes no trick with it; the seats 2 and 4 sit out."""


def test_at_nello_the_partners_sit_out_with_their_tiles_face_down() -> None:
    match = playing(*NELLO, trump=None)
    presenter, view = presented(match), match.view(None)
    assert "sits out" in presenter.seat(view, 2)
    assert "sits out" not in presenter.seat(view, 1)
    assert presenter.text_board(view).splitlines()[:2] == ["Nel-O", "Ada must take no trick"]
    assert "You sit this deal out: **Ada** plays Nel-O alone." in said_of_hand(match, 2)
    everything = str(board_message(table_of(match), READER, ChannelPermissions()).embed) + presenter.description(view)
    assert not any(str(tile) in everything for tile in tiles("6-6 6-5 6-4 6-1"))


def test_the_tile_that_wins_is_marked_and_not_the_one_laid_last() -> None:
    match = playing(*TRICK)
    play(match, "6-5 5-5 6-4")
    assert match.view(None).winning == 0, "6-5 is a higher trump than 6-4; 5-5 is none"
    marked = [one.name for one in presented(match)._layings(match.view(None)) if one.is_marked]  # type: ignore[attr-defined]  # its presenter's own
    assert marked == ["Ada"]
    assert "Ada is winning with 6-5" in presented(match).description(match.view(None))


def test_a_led_double_asks_for_doubles_where_they_are_a_suit() -> None:
    match = playing("3-3 1-0", "2-2 5-1", "6-6 6-5", "3-2 6-2", "6-4 6-1", "4-3 5-2", trump=None, nello_doubles="own")
    play(match, "3-3")
    assert "Nel-O · led: doubles · **Ada** is winning with `3-3`." in said_of_hand(match, 1)
    assert "a double was led, and you have one" in said_of_hand(match, 1, asked="!5-1")


# --- What happened ----------------------------------------------------------------------------------------------------


def _nello_made() -> SeventyNine:
    """Return a clean Nel-O before its ninth trick."""
    match = playing("3-0", "3-1", "6-6", "3-2", "6-4", "4-3", trump=None)
    match.position.tricks = [0, 8]
    return match


@pytest.mark.parametrize("locale", LOCALES)
def test_every_kind_of_event_of_seventy_nine_is_told(locale: str) -> None:
    played = [
        (match_of(), "pass pass pass pass pass pass"),
        (playing(*TRICK), "6-5 5-5 6-4 5-0 4-1 3-2"),
        (before_last(50, (5, 3), (45, 20)), LAST_TRICK),
        (before_last(79, (5, 3), (45, 20)), LAST_TRICK),
        (before_last(50, (5, 3), (45, 20), scoring="marks"), LAST_TRICK),
        (before_last(50, (5, 3), (45, 20), scoring="tricks"), LAST_TRICK),
        (_nello_made(), "3-0 3-1 3-2 4-3"),
        (playing("6-3 1-0", *NELLO[1:], trump=None), "6-3 5-1 6-2 5-2"),
    ]
    kinds = set()
    for match, moves in played:
        play(match, moves)
        kinds |= {event.kind for event in match.events}
        lines = presented(match, locale).event_texts([event.seen_by(None) for event in match.events])
        assert all(line.strip() for line in lines)
        assert not any("event." in line or "{" in line for line in lines)
    assert kinds >= {
        *("shaker", "bid", "passed", "all_passed", "auction", "trump", "sit_out", "made", "missed", "trick"),
        *("counted", "played_out", "scored"),
    }


def test_who_bid_nello_is_named_and_not_their_team() -> None:
    match = _nello_made()
    lines = told(match, play(match, "3-0 3-1 3-2 4-3"))
    assert "**Ada** has taken no trick: Nel-O is made." in lines
    assert "**Team A**: 79 for Nel-O." in lines


def test_the_end_of_a_deal_counts_tricks_and_count_tiles_of_both_teams() -> None:
    match = before_last(50, (5, 3), (45, 20))
    match._taken = [tiles("5-5 5-5 6-4 6-4 5-0 2-1"), tiles("4-1 4-1 3-2 3-2")]
    play(match, LAST_TRICK)
    assert match.last_deal is not None
    message = deal_message(table_of(match), match.last_deal, READER, ChannelPermissions())
    assert message.embed is not None
    assert "The bid is made: 50." in str(message.embed.description)
    assert message.drawings[0].alt == (
        "Team A: 5-5, 5-5, 6-4, 6-4, 5-0; 6 + 45 = 51. Team B: 3-2, 3-2, 4-1, 4-1; 3 + 20 = 23."
    )


def test_a_missed_bid_is_added_to_what_the_other_team_has_taken() -> None:
    match = before_last(79, (5, 3), (45, 20))
    happened = play(match, LAST_TRICK)  # Team A takes it: 6 + 45 = 51; Team B has 3 + 20 = 23
    line = "The bid of 79 is missed: **Team B** scores 79 + 23 taken = 102."
    assert match.last_deal is not None
    embed = deal_message(table_of(match), match.last_deal, READER, ChannelPermissions()).embed
    assert embed is not None
    assert line in str(embed.description)
    assert line in told(match, happened)
    assert str(embed.fields[0].value).splitlines()[1].endswith(": 79 + 23 = +102 → 102")


def test_a_bid_that_is_made_brings_points_but_not_for_tiles_in_hand() -> None:
    match = before_last(50, (5, 3), (45, 20))
    lines = told(match, play(match, LAST_TRICK))
    assert "**Team A** scores 51 points." in lines
    assert "**Team B** scores 23 points." in lines


def test_a_move_is_offered_once_however_often_its_tile_is_held() -> None:
    match = playing("6-5 6-5", *TRICK[1:])
    assert [choice.does for choice in choices(match, 0)] == [Move("play", tiles("6-5")[0])]
