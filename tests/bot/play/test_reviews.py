"""Reviews of finished matches by clicks: made once, saved in pieces, and continued."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.coach.clicks import CoachClick
from bot.coach.reviews import reviewing
from bot.coach.reviews.judging import Piece, judge_piece
from bot.coach.reviews.reviewing import Reviews
from bot.messages.parts.components import ClickKind, Kind
from bot.messages.replay.course import course_of
from bot.tables.processes import Signals
from games import Match
from games.computers.judging import POINT, Judgement, judge
from games.computers.review import decisions
from storage import reviews
from storage.reviews import StoredReview
from tests import simulation
from tests.bot.play.at_table import bot_of, forged, hand_of, open_match, said, shown, table_in, texts_in, user_id
from tests.bot.play.league.past_matches import save_past_match
from tests.discord_world import DiscordWorld
from tests.games.finished import finished

OVER = "AAAAAAAAAAA"


@pytest.fixture(autouse=True)
def _judged_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.computers.review.judge", lambda *about, **at: judge(*about, **{**at, "effort": 0.02}))


async def open_review(world: DiscordWorld, name: str = "Ada", *, match_id: str = OVER) -> str:
    """Press *Review*; return the text of the answer."""
    if not shown(world):
        await world.slash("Dmitri", "play", game="block")  # something that a click can be made on
    await simulation.deliver(world.env, forged(world, name, "b", Kind.OPEN_REVIEW, match_id, "0", "", ""))
    await world.pass_time(1)
    return read(world, name)


def read(world: DiscordWorld, name: str) -> str:
    """Return the text of the newest message that only this person sees."""
    message = hand_of(world, name)
    assert message is not None
    return texts_in(message)


async def press(
    world: DiscordWorld, name: str, kind: ClickKind, number: str = "0", rest: str = "", value: str = ""
) -> str:
    """Press an unoffered button, or choose `value`; return the text of the answer."""
    if not shown(world):
        await world.slash("Dmitri", "play", game="block")  # something that a click can be made on
    click = forged(world, name, "s" if value else "b", kind, OVER, number, rest, value)
    [answer] = await simulation.deliver(world.env, click)
    await world.pass_time(1)
    return said(answer)


async def save_mistakes(world: DiscordWorld, match: Match, seat: int, points: Sequence[int]) -> None:
    """Save a finished review in which the first decisions of a seat cost these points."""
    found = []
    for ply, cost in zip(decisions(match, seat), points, strict=False):
        move = match.record().log[ply][1]
        before = course_of(match.record()).match_before(ply)
        best = next(str(other) for other in before.moves(seat) if str(other) != move) if cost else move
        found.append(Judgement(ply, move, best, 5000, 5000 - cost * POINT, 0, chips=False, solved=False, moves=()))
    stored = StoredReview(
        match_id=OVER,
        guild_id=world.guild.id,
        seat=seat,
        user_id=user_id(world, ("Ada", "Borys")[seat]),
        game=match.key,
        judgements=[one.as_dict() for one in found],
        total=len(found),
        done=True,
        chips=False,
        accuracy=90,
        luck=0,
        play=0,
        at=0,
    )
    async with bot_of(world).services.database.write() as tx:
        await reviews.save(tx, stored)


async def load_review(world: DiscordWorld, seat: int) -> StoredReview | None:
    async with bot_of(world).services.database.read() as tx:
        return await reviews.load(tx, OVER, seat)


async def test_a_review_is_made_once_and_stored(world: DiscordWorld) -> None:
    match = await save_past_match(world, OVER, match=finished("block"))
    assert "Accuracy" in await open_review(world)
    first = await load_review(world, 0)
    assert first is not None
    assert first.done
    assert first.total == len(decisions(match, 0)) >= len(first.judgements) > 0
    assert "Accuracy" in await open_review(world)
    assert await load_review(world, 0) == first


async def test_the_second_player_reviews_the_own_seat(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    await open_review(world, "Borys")
    assert await load_review(world, 0) is None
    review = await load_review(world, 1)
    assert review is not None
    assert review.done


async def test_a_review_goes_on_where_it_stopped(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    done: list[int] = []

    def one_piece(*about: Any, signals: Signals) -> Piece:
        done.append(len(about[3]))
        if len(done) == 2:
            raise MemoryError("the process is out of memory")
        return judge_piece(about[0], about[1], about[2], about[3], 0.0, signals=signals)

    monkeypatch.setattr(reviewing, "judge_piece", one_piece)
    await open_review(world)
    assert (await load_review(world, 0)).total > 1  # type: ignore[union-attr]
    assert not (await load_review(world, 0)).done  # type: ignore[union-attr]
    await world.restart()
    assert "Accuracy" in await open_review(world)
    assert done[:3] == [0, 1, 1]


async def test_moments_follow_each_other_and_begin_again(world: DiscordWorld) -> None:
    match = await save_past_match(world, OVER, match=finished("block"))
    await save_mistakes(world, match, 0, (16, 0, 11))
    assert "Moment 1 of 2" in await open_review(world)
    await world.click("Ada", "Next moment")
    assert "Moment 2 of 2" in read(world, "Ada")
    await world.click("Ada", "Next moment")
    assert "Moment 1 of 2" in read(world, "Ada")
    await world.click("Ada", "See the replay")
    assert "Deal 1 · move 2 of 13" in read(world, "Ada")


async def test_the_other_player_is_reviewed_by_name(world: DiscordWorld) -> None:
    match = await save_past_match(world, OVER, match=finished("block"))
    await save_mistakes(world, match, 1, (16,))
    text = await press(world, "Ada", CoachClick.REVIEW_OF, value="1")
    assert "**Borys** played" in text
    assert "You" not in text
    assert "Twój ruch" in await press(world, "Borys", CoachClick.REVIEW_OF, value="1")


async def test_everybody_of_the_server_may_read_a_review(world: DiscordWorld) -> None:
    match = await save_past_match(world, OVER, match=finished("block"))
    await save_mistakes(world, match, 0, (16,))
    assert "**Ada** played" in await open_review(world, "Celina")


async def test_nobody_of_another_server_may_read_a_review(world: DiscordWorld) -> None:
    match = await save_past_match(world, OVER, match=finished("block"), guild_id=world.guild.id + 1)
    await save_mistakes(world, match, 0, (16,))
    for kind, value in ((Kind.OPEN_REVIEW, ""), (CoachClick.REVIEW, ""), (CoachClick.REVIEW_OF, "0")):
        assert "There is no such match here" in await press(world, "Ada", kind, rest="0", value=value)


async def test_forged_seats_and_moments_are_answered(world: DiscordWorld) -> None:
    match = await save_past_match(world, OVER, match=finished("block"))
    await save_mistakes(world, match, 0, (16,))
    for kind, number, rest, value, expected in (
        (CoachClick.REVIEW, "99999", "0", "", "Moment 1 of 1"),
        (CoachClick.REVIEW, "0", "x", "", "button"),
        (CoachClick.REVIEW, "0", "2", "", "button"),
        (CoachClick.REVIEW, "0", "999999999999", "", "button"),
        (CoachClick.REVIEW_OF, "0", "", "7", "button"),
        (CoachClick.REVIEW_OF, "0", "", "-1", "button"),
    ):
        assert expected in await press(world, "Ada", kind, number, rest, value), (kind, number, rest, value)


async def test_a_running_match_has_no_review(world: DiscordWorld) -> None:
    await open_match(world, "Borys")
    assert "when the match is over" in await open_review(world, match_id=table_in(world).id)


async def test_the_moves_of_kent_are_not_judged(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, "Ada", "Borys", "Celina", "Dmitri", game="kent")
    assert "Kent: deal 1" in await open_review(world)
    await simulation.deliver(world.env, forged(world, "Ada", "b", CoachClick.REVIEW, OVER, "0", "0", ""))
    message = hand_of(world, "Ada")
    assert message is not None
    assert "no review" in texts_in(message)


async def test_reviewed_matches_are_summed_up_in_the_statistics(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    assert "accuracy" not in said(await world.slash("Ada", "stats"))
    await open_review(world)
    review = await load_review(world, 0)
    assert review is not None
    assert review.accuracy is not None
    assert f"1 match · accuracy {review.accuracy:.0f} %" in said(await world.slash("Ada", "stats"))
    assert "accuracy" not in said(await world.slash("Borys", "stats"))


async def test_a_match_is_reviewed_from_the_history(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    await world.slash("Borys", "history")
    await world.select("Borys", [OVER], id_prefix="s:openreview")
    await world.pass_time(1)
    review = await load_review(world, 1)
    assert review is not None
    assert review.done


async def test_a_review_goes_on_when_its_progress_is_dismissed(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    make = Reviews.make

    async def make_dismissed(self: Reviews, table: Any, match: Any, seat: int, user_id: int, progress: Any) -> Any:
        world.delete_message(world.messages("Ada")[-1])
        await progress(1, 2)
        return await make(self, table, match, seat, user_id, progress)

    monkeypatch.setattr(Reviews, "make", make_dismissed)
    assert "Accuracy" in await open_review(world)
