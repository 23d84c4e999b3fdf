"""Pictures, texts and questions of Bingo, by fixed deals."""

from __future__ import annotations

from functools import partial

import pytest

from bot.locales import LOCALES, words
from bot.messages.games import Presenter, presenter_at
from bot.messages.games.bingo import BingoPresenter
from bot.messages.parts.choices import Ask, MoveChoice, ask_why
from bot.messages.parts.components import Button
from bot.messages.parts.reader import Reader
from bot.messages.table.board import ChannelPermissions, board_message, open_information_message
from bot.messages.table.hand import hand_message, look_message
from bot.messages.table.summary import deal_message
from bot.render import BoneyardPanel, drawable
from games import Event, Match, Move
from games.bingo import Bingo
from games.bingo.view import Meld
from games.core.events import Drew
from tests.bot.messages.tables import READER, table_of
from tests.games.bingo.bingo_deals import PLAIN, last_trick, match_of, second_part, trick
from tests.games.deals import play, tiles
from tests.games.trick_deals import bingo_deal

MELDS = bingo_deal("6-5 5-5 3-3 3-1 2-1 5-0 4-4", "6-3 5-4 4-1 3-2 1-0 2-0 3-0", turned_up="6-4")
"""Sixes are trumps; seat 0 holds three doubles, which count 40."""


def presented(match: Match, locale: str = "en") -> Presenter:  # type: ignore[type-arg]  # of any game
    return presenter_at(table_of(match), Reader(words(locale)))


def told(match: Match, events: list[Event]) -> list[str]:
    return presented(match).event_texts([event.seen_by(None) for event in events])


def choices(match: Match, seat: int) -> list[MoveChoice]:
    groups = presented(match).choices(match.view(seat))
    return [choice for group in groups for choice in group.choices]


def test_a_trick_is_one_line_with_winner_tile_and_count() -> None:
    match = match_of(PLAIN)
    # 6-5 is a trump and counts 11, 1-0 nothing; then both draw.
    assert told(match, play(match, "6-5 1-0")) == [
        "**Ada** takes the trick with `6-5`: 6-5 and 1-0 (11 points).",
        "Both draw a tile.",
    ]


def test_a_tile_that_lies_unanswered_is_told_as_lying_on_the_table() -> None:
    match = match_of(PLAIN)
    assert told(match, play(match, "6-5")) == ["On the table: **Ada** `6-5`"]


def test_nothing_that_is_told_names_a_tile_drawn_but_the_one_turned_up() -> None:
    match = match_of(PLAIN)
    events = play(match, "6-5 1-0")
    assert [event.tiles for event in events if event.kind == "drew"] == [tiles("2-0"), tiles("3-0")]
    assert not any(tile in " ".join(told(match, events)) for tile in ("2-0", "3-0"))
    trump = Drew(1, tiles("6-4"))
    assert told(match, [trump]) == ["**Borys** draws the last tile, the one turned up: `6-4`."]


def test_a_double_asks_whether_to_declare_and_says_what_the_meld_counts() -> None:
    match = match_of(MELDS)
    doubles = [choice for choice in choices(match, 0) if isinstance(choice.does, Ask)]
    assert [choice.does for choice in doubles] == [Ask("5-5"), Ask("4-4"), Ask("3-3")]
    question = presented(match).question(match.view(0), "5-5")
    assert question is not None
    [group] = question.groups
    assert [(choice.label, str(choice.does)) for choice in group.choices] == [
        ("Lead without declaring", "5-5"),
        ("Declare 3: 40 points", "5-5=meld"),
    ]


def test_a_double_with_a_meld_is_marked_during_the_question() -> None:
    match = match_of(MELDS)
    message = hand_message(table_of(match), 10, READER, asked="5-5")
    assert message.embed is not None
    assert message.embed.description == "`5-5`: lead it, or declare 3 doubles?"
    paint = message.drawings[0].paint
    assert isinstance(paint, partial)
    assert str(paint.keywords["chosen"]) == "5-5"


def test_the_trick_is_above_the_hand_with_its_leader_then_winner() -> None:
    match = match_of(PLAIN)
    assert strip_of(match, 1) is None, "nothing lies"
    play(match, "6-5")
    assert strip_of(match, 1) == [("Ada", "6-5", True)]
    assert hand_alt(match, 1).startswith("On the table: Ada 6-5. Ada is winning with 6-5.")
    play(match, "1-0")
    assert strip_of(match, 0) == [("Ada", "6-5", True), ("Borys", "1-0", False)]
    assert hand_alt(match, 0).startswith("On the table: Ada 6-5, Borys 1-0. Ada took the last trick with 6-5.")


def strip_of(match: Match, seat: int) -> list[tuple[str, str, bool]] | None:
    """Return name, tile and light of the strip above a hand."""
    drawing = presented(match).hand(match.view(seat))
    assert drawing is not None
    assert isinstance(drawing.paint, partial)
    strip = drawing.paint.keywords["above"]
    return None if strip is None else [(drawable(one.name), str(one.laid), one.is_marked) for one in strip.layings]


def hand_alt(match: Match, seat: int) -> str:
    drawing = presented(match).hand(match.view(seat))
    assert drawing is not None
    return drawing.alt


def test_what_is_looked_at_in_the_hand_leads_back_to_it() -> None:
    match = match_of(PLAIN)
    play(match, "6-5 1-0")
    message = look_message(table_of(match), "trick", READER)
    assert message.embed is not None
    assert message.embed.title == "🔍 Last trick"
    assert "`6-5`" in (message.embed.description or "")
    assert len(message.drawings) == 1
    ((back,),) = message.rows
    assert isinstance(back, Button)
    assert (back.label, back.address.rest) == ("Back", "renew")


def test_a_big_meld_says_the_sets_where_it_brings_sets() -> None:
    six = bingo_deal("6-6 5-5 4-4 3-3 2-2 1-1 2-1", "6-3 5-4 4-1 3-2 1-0 2-0 3-0", turned_up="6-4")
    for as_sets, worth in ((True, "Declare 6: 1 set"), (False, "Declare 6: 70 points")):
        match = match_of(six, big_meld_as_sets=as_sets)
        question = presented(match).question(match.view(0), "1-1")
        assert question is not None
        assert question.groups[0].choices[1].label == worth


def test_a_single_double_is_led_by_one_click() -> None:
    match = match_of(bingo_deal("6-5 5-5 3-2 3-1 2-1 5-0 4-0", "6-3 5-4 4-1 1-0 2-0 3-0 4-4", turned_up="6-4"))
    assert not [choice for choice in choices(match, 0) if isinstance(choice.does, Ask)]


def test_closing_the_boneyard_asks_once_more_and_says_what_it_means() -> None:
    match = match_of(PLAIN)
    play(match, "6-5 1-0")  # seat 0 has 11 points and leads
    [close] = [choice for choice in choices(match, 0) if "Close" in choice.label]
    assert close.does == Ask("close")
    question = presented(match).question(match.view(0), "close")
    assert question is not None
    assert "you need 70 points" in question.text
    assert "you have 11" in question.text
    assert "2 sets" in question.text
    assert [choice.does for choice in question.groups[0].choices] == [Move("close")]


def test_the_question_about_closing_is_put_to_nobody_who_may_not_close() -> None:
    match = match_of(PLAIN)
    assert presented(match).question(match.view(0), "close") is None  # before the first trick
    play(match, "6-5 1-0")
    assert presented(match).question(match.view(1), "close") is None


def test_a_tile_that_may_not_be_laid_stands_below_and_says_why() -> None:
    # Sixes are trumps and the boneyard is closed: to a led 5-3, which asks for fives, 5-4 must follow.
    match = second_part(("5-3 4-4", "5-4 2-1"), "6-4")
    play(match, "5-3")
    offered = {choice.label: choice.does for choice in choices(match, 1)}
    assert offered == {"5-4": Move("play", tiles("5-4")[0]), "2-1": ask_why(Move("play", tiles("2-1")[0]))}
    answer = hand_message(table_of(match), 11, READER, asked="!2-1")
    assert answer.embed is not None
    description = str(answer.embed.description)
    assert "2-1 doesn't follow: the led number is 5, and you have it." in description
    assert "Trumps: 6 · led: 5 · boneyard closed · **Ada** is winning with `5-3`." in description


def test_trumps_come_first_in_the_hand_then_suits_from_the_highest() -> None:
    match = match_of(bingo_deal("0-0 3-1 6-1 5-5 6-6 6-3 5-0", "6-5 5-4 4-1 3-2 1-0 2-0 3-0", turned_up="6-4"))
    labels = [choice.label.removesuffix(" …") for choice in choices(match, 0)]
    assert labels == ["6-6", "6-3", "6-1", "5-5", "5-0", "3-1", "0-0"]


def test_sets_are_a_row_of_seven_marks() -> None:
    match = match_of(PLAIN)
    match.position.scores = [3, 7]
    view = match.view(None)
    assert "●●●○○○○ 3 sets" in presented(match).seat(view, 0)
    assert "●●●●●●● 7 sets" in presented(match).seat(view, 1)


def test_picture_footer_and_alternative_text_count_the_same_boneyard() -> None:
    match = match_of(PLAIN)
    drawing = board_message(table_of(match), READER, ChannelPermissions()).drawings[0]
    assert "Boneyard: 14 tiles, 6-4 at the bottom." in drawing.alt
    assert "boneyard: 14 tiles" in presented(match).facts(match.view(None))
    presenter = presented(match)
    assert isinstance(presenter, BingoPresenter)
    assert presenter.pile(match.view(None)) == BoneyardPanel(14, tiles("6-4")[0], is_closed=False)
    assert drawing.paint().startswith(b"\x89PNG")


def test_the_tile_turned_up_is_named_in_the_hand_that_has_drawn_it() -> None:
    match = match_of(PLAIN)
    match.position.hands[1] |= tiles("6-4")[0].bit
    assert "holds `6-4`" in presented(match).seat(match.view(None), 1)


def test_the_last_trick_can_be_looked_at_once_there_is_one() -> None:
    match = match_of(PLAIN)
    assert presented(match).review_buttons(match.view(None)) == ()
    assert "nothing to see" in open_information_message(table_of(match), "trick", READER).content
    play(match, "6-5 1-0")
    message = open_information_message(table_of(match), "trick", READER)
    assert message.content == (
        "On the table: **Ada** `6-5`, **Borys** `1-0`. **Ada** takes the trick with `6-5`: 6-5 and 1-0 (11 points)."
    )
    assert message.drawings[0].paint().startswith(b"\x89PNG")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_kind_of_event_of_bingo_is_told(locale: str) -> None:
    matches: list[tuple[Bingo, str]] = [
        (match_of(PLAIN), "6-5 1-0 close"),
        (match_of(MELDS), "5-5=meld 1-0"),
        (match_of(MELDS), "5-5=meld 6-3"),
        (last_trick((90, 40)), "5-3 4-1"),
        (last_trick((60, 40), closer=0), "5-3 4-1"),
        (last_trick((40, 40)), "5-3 4-1"),
    ]
    kinds = set()
    for match, moves in matches:
        play(match, moves)
        kinds |= {event.kind for event in match.events}
        lines = presented(match, locale).event_texts([event.seen_by(None) for event in match.events])
        assert all(line.strip() for line in lines)
        assert not any("event." in line or "{" in line for line in lines)
    assert kinds >= {
        *("declared", "meld_counts", "meld_lost", "closed_boneyard", "trick", "counted", "played_out", "fell_short"),
        *("no_score", "scored", "turned_up", "drew"),
    }


def test_the_end_of_a_deal_shows_both_piles_and_the_arithmetic() -> None:
    match = last_trick((90, 18))
    match._tricks = [trick("6-6 6-5", taker=0), trick("2-1 2-0", taker=0), trick("5-5 4-2", taker=1)]
    play(match, "5-3 4-1")  # worth nothing, and seat 0 takes it
    ending = match.last_deal
    assert ending is not None
    message = deal_message(table_of(match), ending, READER, ChannelPermissions())
    assert message.embed is not None
    # The loser has 20 or fewer: two sets.
    assert "**Ada** wins the deal against 20 points or fewer: 2 sets." in str(message.embed.description)
    assert message.drawings[0].alt == "Ada: 6-6, 6-5; 90. Borys: 5-5; 18."


def test_a_meld_stands_in_the_arithmetic() -> None:
    match = last_trick((30, 40))
    match._melds = (Meld(0, tiles("5-5")[0], 3, points=40),)
    match.position.totals[0] += 40
    play(match, "5-3 4-1")
    assert match.last_deal is not None
    message = deal_message(table_of(match), match.last_deal, READER, ChannelPermissions(("attach_files",)))
    assert message.embed is not None
    assert message.embed.fields[-1].value == "Ada: —; 30 + 40 = 70. Borys: —; 40."


def test_a_match_that_is_over_is_counted_in_sets() -> None:
    match = last_trick((90, 0))
    match.position.scores = [4, 6]
    play(match, "5-3 4-1")  # three sets against no point at all: 7
    assert match.outcome is not None
    assert presented(match).ranking(match, match.outcome) == ["🥇 1. **Ada**: 7 sets", "🥈 2. **Borys**: 6 sets"]
