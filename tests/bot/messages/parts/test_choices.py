"""Clicks reach exactly the legal moves, in every game."""

from collections.abc import Iterator
from random import Random

import pytest
from simcord.components import walk_components

import games
from bot.messages.parts.choices import (
    Ask,
    Clicks,
    Focus,
    Group,
    MoveChoice,
    Question,
    asked_key,
    focus_of_page,
    lay_out,
)
from bot.messages.parts.components import (
    MAX_COMPONENTS,
    MAX_OPTIONS,
    MAX_ROW_BUTTONS,
    MAX_ROWS,
    Button,
    ClickAddress,
    ClickKind,
    Heading,
    Kind,
    MessageFormat,
    Row,
    Select,
)
from bot.messages.parts.message import Message
from bot.messages.parts.text import MAX_LAYOUT_TEXT
from bot.messages.table.hand import call_question, hand_message
from bot.posts.discord_components import layout_of
from bot.tables.state import Table
from games import Move, Tile
from games.chain.match import ChainMatch
from games.domino_square.layout import cells_of, text_of
from tests.bot.messages.tables import READER, presenter, table_of
from tests.needs import THOROUGH, some_of

CALLS = (Kind.CALL_HAND, Kind.CALL_WHOM)
SETUPS = [
    (key, seats, options)
    for key, game in games.TABLE_GAMES.items()
    for seats in game.seat_counts
    for options in [
        {},
        *(
            {option.key: value}
            for option in game.option_list
            for value in option.values[:3]
            if not option.seat_counts or seats in option.seat_counts
        ),
    ]
]


def clicks_in(rows: tuple[Row, ...]) -> Iterator[tuple[ClickKind, str]]:
    """Yield clickable things: address kind, and payload or select value."""
    for row in rows:
        for part in row:
            if isinstance(part, Select):
                yield from ((part.address.kind, option.value) for option in part.options)
            elif isinstance(part, Button):
                yield part.address.kind, part.address.rest


def reached(table: Table, seat: int, in_format: MessageFormat) -> list[str]:
    """Return the moves reachable by clicks on a hand."""
    asked, waiting, moves = {""}, [""], []
    while waiting:
        message = hand_message(table, 10 + seat, READER, asked=waiting.pop(), in_format=in_format)
        assert_fits(message)
        for kind, text in clicks_in(message.rows):
            question = text if kind is Kind.ASK else asked_key(text)
            if kind in CALLS and question is not None:
                moves += calls(table, seat, question)
            elif question is not None and question not in asked:
                asked.add(question)
                waiting.append(question)
            elif question is None and kind in (Kind.MOVE, *CALLS):
                moves.append(text)
    return moves


def calls(table: Table, seat: int, key: str) -> list[str]:
    """Return the calls that the question offers."""
    question = presenter(table).question(table.view(10 + seat), key)
    assert question is not None
    return [text for kind, text in clicks_in(call_question(table, question, READER).rows) if kind is Kind.CALL_WHOM]


def differ_in_nothing(match: games.Match, seat: int, one: str, other: str) -> bool:
    """Return True if moves mirror each other's public position."""
    first, second = Move.parse(one), Move.parse(other)
    if match.key == "domino_square":
        return is_mirrored_at_a_row(match, seat, first, second)
    if first._replace(at="") != second._replace(at=""):
        return False
    if is_played_on_alike(match, seat, first, second):
        return True
    seen: list[list[object]] = []
    for move, places in ((first, {}), (second, {first.at: second.at, second.at: first.at})):
        after = match.copy()
        after.play(seat, move)
        seen.append([mirrored(after.view(watcher).as_dict(), places) for watcher in (None, *range(match.seats))])
    return seen[0] == seen[1]


def is_played_on_alike(match: games.Match, seat: int, first: Move, second: Move) -> bool:
    """Return True if moves at two ends of a chain leave the same ends, scores and moves."""
    if not isinstance(match, ChainMatch):
        return False
    seen = []
    for move in (first, second):
        after = match.copy()
        after.play(seat, move)
        line = after.view(None).line
        ends = sorted((end.number, line.tiles[end.on].tile.is_double) for end in line.ends)
        moves = [{(one.verb, one.tile, one.value) for one in after.moves(actor)} for actor in after.actors()]
        seen.append((ends, after.scores, after.outcome, after.actors(), moves))
    return seen[0] == seen[1]


def is_mirrored_at_a_row(match: games.Match, seat: int, first: Move, second: Move) -> bool:
    """Return True if a move below the opening row, and all that follows, mirrors the other."""
    if first.tile != second.tile or upside_down(first) != second:
        return False
    seen = []
    for move in (first, second):
        after = match.copy()
        after.play(seat, move)
        seen.append({(actor, move) for actor in after.actors() for move in after.moves(actor)})
    return {(actor, upside_down(move)) for actor, move in seen[0]} == seen[1]


def upside_down(move: Move) -> Move:
    cells = cells_of(move.at)
    return move._replace(at=text_of(*((-row, column) for row, column in cells))) if cells else move


def mirrored(part: object, places: dict[str, str]) -> object:
    """Return a view as JSON, places exchanged except in the past."""
    if isinstance(part, dict):
        return {name: value if name == "last_deal" else mirrored(value, places) for name, value in part.items()}
    if isinstance(part, list):
        ordered = part and isinstance(part[0], dict) and "outward" in part[0]
        values = [mirrored(value, places) for value in part]
        return values if ordered else sorted(values, key=repr)
    if isinstance(part, str):
        text, _, value = part.partition("=")
        verb, at, place = text.rpartition("@")
        exchanged = verb + at + places.get(place, place)
        return f"{exchanged}={value}" if value else exchanged
    return part


def assert_fits(message: Message) -> None:
    """Check a message against Discord's limits."""
    rows = [row for row in message.rows if not isinstance(row[0], Heading)]
    if message.format is MessageFormat.LAYOUT:
        parts = list(walk_components(layout_of(message).to_components()))
        assert len(parts) <= MAX_COMPONENTS
        assert sum(len(part.get("content", "")) for part in parts) <= MAX_LAYOUT_TEXT
        assert "…" not in [part.get("content", "")[-1:] for part in parts], "something was cut"
    else:
        assert len(rows) == len(message.rows) <= MAX_ROWS
    addresses = []
    for row in rows:
        assert 1 <= len(row) <= (1 if isinstance(row[0], Select) else MAX_ROW_BUTTONS)
        for part in row:
            assert not isinstance(part, Heading)
            addresses.append(part.address.custom_id("s" if isinstance(part, Select) else "b"))
            if isinstance(part, Select):
                assert 1 <= len(part.options) <= MAX_OPTIONS
                assert len({option.value for option in part.options}) == len(part.options)
                assert all(1 <= len(option.label) <= 100 for option in part.options)
            else:
                assert isinstance(part, Button)
                assert part.emoji or part.label
    assert len(set(addresses)) == len(addresses)


@pytest.mark.parametrize(("game", "seats", "options"), some_of(SETUPS, 24, share=2), ids=str)
def test_clicks_reach_every_legal_move_but_those_that_differ_in_nothing(
    game: str, seats: int, options: dict[str, object]
) -> None:
    rng = Random(f"{game} {seats} {options}")
    match = games.new_match(game, seats=seats, options=options, seed="clicks")
    for ply in range(40 if THOROUGH else 25):
        if match.outcome is not None:
            break
        table = table_of(match)
        for seat in range(seats):
            found = reached(table, seat, MessageFormat.EMBED if (ply + seat) % 3 == 2 else MessageFormat.LAYOUT)
            refused = () if table.may_offend(seat) else match.offences(seat)  # a table accepts two in a deal
            legal = [str(move) for move in match.moves(seat) if move not in refused]
            assert set(found) <= set(legal)
            for left_out in set(legal) - set(found):
                assert any(differ_in_nothing(match, seat, left_out, move) for move in found)
        seat = rng.choice(match.actors()) if rng.random() < 0.2 else match.to_move() or match.actors()[0]
        match.play(seat, rng.choice(match.sensible_moves(seat) or match.moves(seat)))


def test_more_choices_than_a_message_holds_go_to_pages_that_lead_round() -> None:
    many = Group(tuple(MoveChoice(f"place {number}", Move("lay", at=str(number))) for number in range(57)))
    clicks = Clicks("m", 3)
    found, asked = [], "where~0"
    for _ in range(3):
        rows = lay_out([many], clicks, READER, room=5, asked=asked)
        assert len(rows) == 5
        found += [text for _, text in clicks_in(rows[:-1])]
        turn = rows[-1][1]
        assert isinstance(turn, Button)
        assert turn.address.kind is Kind.ASK
        asked = turn.address.rest
    assert found == [f"lay@{number}" for number in range(57)]
    assert asked == "where~0"


def test_of_two_pages_each_has_one_button_to_the_other() -> None:
    many = Group(tuple(MoveChoice(f"place {number}", Move("lay", at=str(number))) for number in range(24)))
    clicks = Clicks("m", 3)
    turns = [lay_out([many], clicks, READER, room=4, asked=asked)[-1] for asked in ("where", "where~1")]
    assert [[(part.label, part.address.rest) for part in row if isinstance(part, Button)] for row in turns] == [
        [("More", "where~1")],
        [("Earlier", "where~0")],
    ]


def test_each_page_of_letters_begins_with_a_and_marks_its_choices() -> None:
    places = tuple(str(number) for number in range(24))
    many = Group(tuple(MoveChoice(f"place {place}", Move("lay", at=place)) for place in places), lettered=True)
    question = Question("Where?", (many,), Focus(Tile(6, 4), places))
    for asked, first, last, shown in (
        ("where", "A · place 0", "J · place 9", 10),
        ("where~2", "A · place 20", "D · place 23", 4),
    ):
        rows = lay_out(question.groups, Clicks("m", 3), READER, room=4, asked=asked)
        labels = [part.label for row in rows[:-1] for part in row if isinstance(part, Button)]
        assert (labels[0], labels[-1], len(labels)) == (first, last, shown)
        focus = focus_of_page(question, room=4, asked=asked)
        assert focus is not None
        assert focus.tile == Tile(6, 4)
        assert list(focus.places) == [str(label)[len("A · place ") :] for label in labels]


def test_a_select_of_more_than_25_options_is_shared_out_over_several() -> None:
    many = Group(tuple(MoveChoice(f"bid {number}", Move("bid", value=str(number))) for number in range(50, 80)), "Bid")
    rows = lay_out([many], Clicks("m", 3), READER, room=4)
    assert [len(row[0].options) for row in rows if isinstance(row[0], Select)] == [25, 5]


def test_a_choice_that_asks_carries_its_key_and_never_looks_like_a_move() -> None:
    both = Group((MoveChoice("draw", Move("draw")), MoveChoice("6-4", Ask("6-4"))))
    [row] = lay_out([both], Clicks("m", 3), READER, room=5)
    assert [part.address for part in row if isinstance(part, Button)] == [
        ClickAddress(Kind.MOVE, "m", 3, "draw"),
        ClickAddress(Kind.ASK, "m", 3, "6-4"),
    ]
    [[select]] = lay_out([Group(both.choices, "What?")], Clicks("m", 3), READER, room=5)
    assert isinstance(select, Select)
    assert [asked_key(option.value) for option in select.options] == [None, "6-4"]
