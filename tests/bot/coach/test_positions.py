"""Decisions of a match as they were: choices, addresses, and nothing that the seat did not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

import games
from bot.coach.positions import position_message
from bot.locales import words
from bot.messages.games import presenter_of
from bot.messages.parts.choices import Clicks
from bot.messages.parts.components import BUTTON, Button, ClickAddress, Kind, MessageFormat, Select
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.replay.course import course_of
from games import Match, Move
from games.computers.decisions import are_judged
from games.computers.review import decisions
from tests.bot.messages.tables import presenter, table_of
from tests.games.deals import deal
from tests.games.finished import finished

JUDGED = [key for key in games.TABLE_GAMES if are_judged(finished(key))]
CLICKS = Clicks("m", 7, move=Kind.SOLO_MOVE, ask=Kind.SOLO_ASK)


def decided(game: str) -> Iterator[tuple[Match, int, str]]:
    """Yield some decisions of a finished match: the match before, the seat and the move played."""
    course = course_of(finished(game).record())
    plies = sorted(ply for seat in range(course.match.seats) for ply in decisions(course.match, seat))
    for ply in plies[:: max(1, len(plies) // 12)]:
        seat, text = course.log[ply]
        yield course.match_before(ply), seat, text


def message(match: Match, seat: int, asked: str = "", in_format: MessageFormat = MessageFormat.LAYOUT) -> Message:
    return position_message(
        match, seat, presenter(table_of(match)), CLICKS, title="A decision", asked=asked, in_format=in_format
    )


def addresses(shown: Message) -> list[ClickAddress]:
    return [part.address for row in shown.rows for part in row if isinstance(part, Button | Select)]


def offered(match: Match, seat: int, in_format: MessageFormat) -> set[str]:
    """Return the moves that a decision offers, after any number of questions and pages."""
    found: set[str] = set()
    asked, waiting = set[str](), [""]
    while waiting:
        key = waiting.pop()
        if key in asked:
            continue
        asked.add(key)
        for row in message(match, seat, key, in_format).rows:
            for part in row:
                values = [one.value for one in part.options] if isinstance(part, Select) else []
                if isinstance(part, Button):
                    is_move = part.address.kind is Kind.SOLO_MOVE
                    values = [part.address.rest if is_move else f"?{part.address.rest}"]
                waiting += [value[1:] for value in values if value.startswith("?")]
                found.update(value for value in values if not value.startswith("?"))
    return found


@pytest.mark.parametrize("in_format", MessageFormat)
@pytest.mark.parametrize("game", JUDGED)
def test_each_decision_offers_all_moves_and_only_legal_ones(game: str, in_format: MessageFormat) -> None:
    for match, seat, _ in decided(game):
        proper = {str(move) for move in match.moves(seat)} - {str(move) for move in match.offences(seat)}
        found = offered(match, seat, in_format)
        assert found <= proper
        kinds = {(Move.parse(text).verb, Move.parse(text).tile) for text in found}
        assert kinds == {(Move.parse(text).verb, Move.parse(text).tile) for text in proper}


def test_a_position_tells_what_happened_since_the_last_turn_of_its_seat() -> None:
    hands = "6-5 6-2 3-1 6-6 4-4 2-0 1-0", "5-2 2-1 3-0 2-2 0-0 4-3 5-5"
    match = games.new_match("block", seats=2, deals=[deal(*hands)], lots=[0])
    for seat, text in ((0, "6-5"), (1, "5-2@right"), (0, "6-2@left"), (1, "2-1@left")):
        match.play(seat, text)
    embed = message(match, 0).embed
    assert embed is not None
    told = (embed.description or "").splitlines()[0]
    assert "2-1" in told
    assert not {"6-5", "5-2", "6-2"} & set(re.findall(r"\d-\d", embed.description or ""))


@pytest.mark.parametrize("game", JUDGED)
def test_each_address_has_the_given_kinds_and_number(game: str) -> None:
    for match, seat, _ in decided(game):
        found = addresses(message(match, seat))
        assert {address.kind for address in found} <= {Kind.SOLO_MOVE, Kind.SOLO_ASK}
        assert {address.number for address in found} == {7}
        ids = [address.custom_id(BUTTON) for address in found]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("board", ["picture", "text"])
@pytest.mark.parametrize("game", JUDGED)
def test_a_decision_shows_nothing_that_the_seat_did_not_know(game: str, board: str) -> None:
    reader = Reader(words("en"), board=board)
    for match, seat, _ in decided(game):
        twin = match.redeal_unseen(seat, Random(1))
        names = presenter(table_of(match)).names
        shown, other = (
            position_message(one, seat, presenter_of(type(one), reader, names), CLICKS, title="")
            for one in (match, twin)
        )
        assert read(shown) == read(other)


def read(shown: Message) -> tuple[object, ...]:
    assert shown.embed is not None
    texts = {key: text for key, text in shown.embed.to_dict().items() if key != "image"}
    return texts, [drawing.alt for drawing in shown.drawings], shown.rows


def test_the_picture_of_a_decision_is_described_with_table_and_hand() -> None:
    match = games.new_match("block", seats=2, seed="a seed", lots=[0])
    while len(match.moves(match.to_move() or 0)) < 2 or not match.view(None).line.tiles:  # type: ignore[attr-defined]
        match.play(match.to_move() or 0, match.moves(match.to_move() or 0)[0])
    seat = match.to_move() or 0
    (drawing,) = message(match, seat).drawings
    assert all(str(tile) in drawing.alt for tile in match.view(seat).hand)
    assert str(match.view(None).line.tiles[-1].tile) in drawing.alt  # type: ignore[attr-defined]


def test_an_unknown_question_is_answered_in_words() -> None:
    match, seat, _ = next(decided("block"))
    embed = message(match, seat, "9-9").embed
    assert embed is not None
    assert "button" in (embed.description or "")
