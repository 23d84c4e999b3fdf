"""Reviews of finished matches by clicks: made once, saved in pieces, and continued."""

from __future__ import annotations

from typing import Any

import pytest

from bot.coach.reviews import reviewing
from bot.coach.reviews.judging import Piece, judge_piece
from bot.messages.parts.components import Kind
from bot.tables.processes import Signals
from games.computers.review import decisions
from storage import reviews
from storage.reviews import StoredReview
from tests import simulation
from tests.bot.play.at_table import bot_of, forged, hand_of, open_match, said, shown, table_in, texts_in
from tests.bot.play.league.past_matches import save_past_match
from tests.discord_world import DiscordWorld
from tests.games.finished import finished

OVER = "AAAAAAAAAAA"


async def open_review(world: DiscordWorld, name: str = "Ada", *, match_id: str = OVER) -> str:
    """Press *Review*; return the text of the answer."""
    if not shown(world):
        await world.slash("Dmitri", "play", game="block")  # something that a click can be made on
    await simulation.deliver(world.env, forged(world, name, "b", Kind.OPEN_REVIEW, match_id, "0", "", ""))
    await world.pass_time(1)
    message = hand_of(world, name)
    assert message is not None
    return texts_in(message)


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


async def test_a_running_match_has_no_review(world: DiscordWorld) -> None:
    await open_match(world, "Borys")
    assert "when the match is over" in await open_review(world, match_id=table_in(world).id)


async def test_kent_has_no_review_of_moves(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, "Ada", "Borys", "Celina", "Dmitri", game="kent")
    assert "no review" in await open_review(world)


async def test_reviewed_matches_are_summed_up_in_the_statistics(world: DiscordWorld) -> None:
    await save_past_match(world, OVER, match=finished("block"))
    assert "accuracy" not in said(await world.slash("Ada", "stats"))
    await open_review(world)
    review = await load_review(world, 0)
    assert review is not None
    assert review.accuracy is not None
    assert f"1 match · accuracy {review.accuracy:.0f} %" in said(await world.slash("Ada", "stats"))
    assert "accuracy" not in said(await world.slash("Borys", "stats"))
