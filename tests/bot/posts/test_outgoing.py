"""Messages made ready: a picture of the same things is drawn once, and never taken for one of other things."""

from functools import partial

import pytest

from bot.messages.parts.message import Drawing, Message
from bot.posts import outgoing
from bot.posts.outgoing import prepare
from games import Tile

painted: list[object] = []


@pytest.fixture(autouse=True)
def nothing_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    painted.clear()
    monkeypatch.setattr(outgoing, "_pictures", {})


def paint(tiles: tuple[Tile, ...] | list[Tile], *, last: int = 0, mine: bool = False) -> bytes:
    painted.append((tiles, last, mine))
    return f"{tiles} {last} {mine}".encode()


def other(tiles: tuple[Tile, ...], *, last: int = 0) -> bytes:
    painted.append((tiles, last))
    return f"other {tiles} {last}".encode()


def message(*paints: partial[bytes]) -> Message:
    return Message(drawings=tuple(Drawing(one, "6-4") for one in paints))


async def test_a_picture_of_the_same_things_is_drawn_once_and_named_each_time() -> None:
    tiles = (Tile(6, 4), Tile(1, 0))
    first = await prepare(message(partial(paint, tiles, last=1)))
    again = await prepare(message(partial(paint, (*tiles,), last=1)))
    assert first.pictures == again.pictures
    assert len(painted) == 1
    assert first.message.drawings[0].name != again.message.drawings[0].name


async def test_pictures_of_other_things_are_drawn_each() -> None:
    one, two = (Tile(6, 4),), (Tile(6, 5),)
    ready = await prepare(
        message(partial(paint, one), partial(paint, two), partial(paint, one, last=1), partial(other, one))
    )
    assert len(painted) == 4
    assert len(set(ready.pictures)) == 4


async def test_what_cannot_be_compared_is_drawn_each_time() -> None:
    for _ in range(2):
        await prepare(message(partial(paint, [Tile(6, 4)])))
    await prepare(Message(drawings=(Drawing(lambda: b"one", ""),)))
    assert (await prepare(Message(drawings=(Drawing(lambda: b"two", ""),)))).pictures == (b"two",)
    assert len(painted) == 2
