"""Texts of the hand: drawn tiles, gains, questions."""

from __future__ import annotations

from dataclasses import replace

import games
from bot.messages.parts.components import Button, Heading, Kind, MessageFormat
from bot.messages.table.hand import REFRESH, deal_over_message, hand_message
from bot.messages.table.since import since_line
from games import Match
from games.core.tiles import ALL_TILES
from storage.matches import Player
from tests.bot.messages.tables import READER, presenter, table_of
from tests.games.chain.positions import set_up
from tests.games.deals import deal, play


def text_of(match: Match, seat: int) -> str:
    embed = hand_message(table_of(match), 10 + seat, READER).embed
    assert embed is not None
    return embed.description or ""


def labels(
    match: Match, seat: int, asked: str = "", in_format: MessageFormat = MessageFormat.LAYOUT
) -> list[str | None]:
    """Return the labels of buttons and texts above them."""
    rows = hand_message(table_of(match), 10 + seat, READER, asked=asked, in_format=in_format).rows
    parts = [part for row in rows for part in row]
    return [
        part.label if isinstance(part, Button) else part.text for part in parts if isinstance(part, Button | Heading)
    ]


def full_speed(*hands: str, boneyard: str = "") -> Match:
    return games.new_match("full_speed", seats=2, seed="a seed", deals=[deal(*hands, boneyard=boneyard)], lots=[0])


def test_a_player_reads_which_tiles_they_drew_and_nobody_else_does() -> None:
    match = games.new_match(
        "five_to_fourteen",
        seats=2,
        seed="a seed",
        deals=[deal("6-6 6-5 6-4 6-3 6-2", "5-5 5-4 5-3 5-2 5-1", boneyard="4-4 4-3 6-1")],
        lots=[0],
    )
    play(match, "6-6 draw draw draw")
    assert "You drew `4-4`, `4-3` and `6-1`." in text_of(match, 1)
    assert "-# Borys drew 3" in text_of(match, 0)
    assert not any(tile in text_of(match, 0) for tile in ("4-4", "4-3", "6-1"))
    play(match, "6-1@left")
    assert "drew" not in text_of(match, 1), "they have laid a tile since"


def test_the_hand_says_what_happened_since_the_last_move() -> None:
    match = games.new_match("block", seats=2, seed="a seed", deals=[deal("6-6", "5-5")], lots=[0])
    set_up(match, "6-6 4-2 2-0", "6-5 5-3 3-1 5-0")
    play(match, "6-6 6-5@left")
    assert "-# Borys 6-5" in text_of(match, 0)
    play(match, "pass 5-3@left pass 3-1@left")
    assert "-# … Borys 5-3, you passed (no 3, 6), Borys 3-1" in text_of(match, 0)


def test_points_stand_behind_the_tile_that_brought_them() -> None:
    match = games.new_match("full_speed", seats=2, seed="a seed", deals=[deal("6-5", "5-3")], lots=[0])
    set_up(match, "6-5 1-1", "6-3 5-3", scores=(0, 0))
    play(match, "6-5 6-3@left")
    assert "-# Borys 6-3 (Ada +8)" in text_of(match, 0)


def test_what_was_drawn_in_the_deal_before_is_not_told_again() -> None:
    match = games.new_match("five_to_fourteen", seats=2, seed="a seed", deals=[deal("6-6", "5-5")], lots=[0])
    set_up(match, "6-6", "5-5", boneyard="4-4 4-3")
    play(match, "6-6")
    assert match.last_deal is not None
    assert "drew" not in text_of(match, 0) + text_of(match, 1)


def test_each_button_says_what_the_tile_brings() -> None:
    match = full_speed("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    play(match, "6-5 6-3@left")  # ends 3 and 5
    # At A the ends are 5 and 5, at B 3 and 3: twins of ten and of six.
    assert labels(match, 0) == ["At **A** (3)", "5-3 A · +10", "At **B** (5)", "5-3 B · +6"]


def test_an_embed_has_one_button_for_each_tile_and_asks_for_the_end() -> None:
    match = full_speed("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    play(match, "6-5 6-3@left")  # ends 3 and 5
    assert labels(match, 0, in_format=MessageFormat.EMBED) == ["5-3 …"]
    assert labels(match, 0, "5-3", MessageFormat.EMBED) == ["A (3) · +10", "B (5) · +6", "Back"]


def test_back_goes_one_question_back_and_from_the_first_one_to_the_hand() -> None:
    match = games.new_match("nos", seats=3, seed="a seed")
    (seat,) = match.actors()
    play(match, str(match.moves(seat)[0]))
    for asked, back in (("variant 11/b/left", (Kind.ASK, "variant 11/b")), ("variant 11", (Kind.HAND, REFRESH))):
        *_, (button,) = hand_message(table_of(match), 10 + seat, READER, asked=asked).rows
        assert isinstance(button, Button)
        assert (button.address.kind, button.address.rest) == back


def test_a_button_names_who_gets_a_nico() -> None:
    match = full_speed("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    play(match, "6-5")
    assert "6-3 · Ada +8" in labels(match, 1)  # ends 3 and 5 make nothing
    assert "6-3 · A · Ada +8" in labels(match, 1, in_format=MessageFormat.EMBED)


def test_at_a_double_that_lies_alone_there_is_nothing_to_ask() -> None:
    match = games.new_match(
        "block",
        seats=2,
        seed="a seed",
        deals=[deal("6-6 0-0 1-0 2-0 3-0 4-0 5-0", "6-5 6-4 1-1 2-2 3-3 4-4 5-5")],
        lots=[0],
    )
    play(match, "6-6")
    assert labels(match, 1) == ["At **A** or **B** (6)", "6-4", "6-5"]
    assert labels(match, 1, in_format=MessageFormat.EMBED) == ["6-4 · A or B", "6-5 · A or B"]


def test_the_choice_at_thirteen_is_asked_in_the_hand() -> None:
    match = full_speed("5-3 0-0 1-0 2-0 2-1 1-1 3-1", "4-3 4-4 5-5 4-2 6-6 5-4 6-4")
    play(match, "5-3")
    set_up(match, "4-4 0-0", "4-3 6-0")
    play(match, "4-3@right 4-4@right")  # ends 5 and 4-4
    assert "The ends make 13: take 13 points, or take 13 points off an opponent?" in text_of(match, 0)
    assert labels(match, 0) == ["+13 for me", "−13 for Borys"]


def test_the_penalty_of_a_tile_stands_on_its_button() -> None:
    hands = ("6-1 3-0 0-0 1-0 2-0 2-1 5-1", "6-3 1-1 5-5 4-2 6-6 5-4 6-4")
    match = games.new_match("plus_minus", seats=2, seed="a seed", deals=[deal(*hands)], lots=[0])
    play(match, "6-1")
    assert "6-3 · penalty 2" in labels(match, 1)  # ends 3 and 1
    assert "6-4 · no penalty" in labels(match, 1)  # ends 4 and 1


def test_the_text_hand_says_the_ends_by_the_letters_of_the_text_board() -> None:
    match = full_speed("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    play(match, "6-5")
    reader = type(READER)(READER.words, board="text")
    embed = hand_message(table_of(match), 11, reader).embed
    assert embed is not None
    value = embed.fields[0].value or ""
    assert value.startswith("```text\nA(6) 6|5 (5)B\n```\n")
    assert value.endswith("Open ends: A 6 and B 5.")


def ended() -> Match:
    """Return Block after Ada wins, 5-5 left; Borys opens next."""
    match = games.new_match("block", seats=2, seed="a seed", deals=[deal(*HANDS), deal(*HANDS)], lots=[0])
    set_up(match, "6-6", "5-5")
    play(match, "6-6")
    return match


HANDS = ("6-6 0-0 1-0 2-0 3-0 4-0 5-0", "6-5 6-4 1-1 2-2 3-3 4-4 5-5")


def test_the_hand_of_a_new_deal_opens_with_what_the_last_deal_brought() -> None:
    match = ended()
    assert text_of(match, 0).startswith("Deal 1: **Ada** +50. Deal 2: **Borys** opens.\n")
    assert text_of(match, 1).startswith("Deal 1: **Ada** +50. Deal 2: you open.\n")
    play(match, "6-5")
    assert text_of(match, 0).startswith("Deal 1: **Ada** +50.\n"), "who has opened it is seen"
    assert "Deal" not in text_of(match, 1)


def test_who_ended_a_deal_reads_how_and_can_begin_the_next_one() -> None:
    message = deal_over_message(table_of(ended()), 10, READER)
    assert message.embed is not None
    assert message.embed.title == "Deal 1 is over"
    assert (message.embed.description or "").startswith("Deal 1: **Ada** +50. Deal 2: **Borys** opens.")
    assert not message.drawings
    ((button,),) = message.rows
    assert isinstance(button, Button)
    assert button.label == "Next deal"


def test_only_the_first_hand_of_a_deal_lets_its_player_hurry_a_computer() -> None:
    match = ended()
    table = table_of(match)
    for seat in (0, 1):
        rows = hand_message(table.with_seat(replace(table.seats[seat], away=True)), 11 - seat, READER, opens=True).rows
        offered = [part.label for row in rows for part in row if isinstance(part, Button)]
        assert ("Next deal" in offered) == (seat == 1), "Borys opens"
    assert "Next deal" not in labels(match, 0)


def has_hint(match: Match, seat: int) -> bool:
    """Return True if a hand offers a hint, where computers have all other seats."""
    table = table_of(match)
    seats = (replace(one, user_id=None, player=Player.CASUAL) if one.seat != seat else one for one in table.seats)
    rows = hand_message(replace(table, seats=tuple(seats)), 10 + seat, READER).rows
    return any(part.address.kind is Kind.HINT for row in rows for part in row if isinstance(part, Button))


def test_a_hint_is_offered_where_there_is_a_choice_of_tiles_or_of_ends() -> None:
    match = full_speed("6-6 6-1 5-4 0-0 1-0 1-1 2-0", "6-5 3-3 2-2 4-3 3-2 4-4 4-2")
    assert has_hint(match, 0)
    play(match, "6-6")
    assert not has_hint(match, 0), "it is not their turn"
    assert not has_hint(match, 1), "6-5 at either six is the same"
    play(match, "6-5@left")
    assert has_hint(match, 0), "6-1 fits at the six, and 5-4 at the five"


def test_beside_many_tiles_the_line_of_moves_stands_where_a_phone_has_room() -> None:
    """Block has seven tiles at most, so ten and fifteen are put into the view."""
    match = games.new_match("block", seats=2, seed="a seed")
    first = match.to_move()
    assert first is not None
    [laid, *_] = match.play(first, match.moves(first)[0])
    shown, view = presenter(table_of(match)), match.view(1 - first)

    def line(tiles: int, moves: int, lines: int) -> str:
        given = replace(view, hand=ALL_TILES[:tiles], moves=view.moves[:1] * moves)
        return since_line(match, given, shown, lines)

    assert line(9, 9, 4) == line(14, 5, 2) == f"-# {shown.names.plain[first]} {laid.tiles[0]}"
    assert line(15, 5, 2) == line(10, 6, 2) == line(10, 5, 3) == ""
