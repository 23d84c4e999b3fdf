"""Prepared messages in both formats; equal pictures drawn once."""

import ast
from functools import partial
from pathlib import Path

import discord
import pytest

import bot
from bot.messages.parts.components import Button, ClickAddress, Heading, Kind, MessageFormat
from bot.messages.parts.message import Drawing, Message
from bot.posts import outgoing
from bot.posts.outgoing import nonce_of, prepare
from bot.posts.unsaved_messages import PostKind
from games import Tile

ADDRESS = ClickAddress(Kind.MOVE, "m", 3, "6-4")
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


HAND = Message(
    "note",
    discord.Embed(title="Your hand", description="Your turn!", colour=0x2E7D5B).add_field(name="Line", value="6|4"),
    (Drawing(lambda: b"picture", "Your hand: 6-4.", "hand.png"),),
    rows=(
        (Heading("At A"),),
        (Button(ADDRESS, "6-4"),),
        (Heading(""),),
        (Button(ClickAddress(Kind.HAND, "m"), "Back"),),
    ),
    format=MessageFormat.LAYOUT,
)


async def test_a_layout_has_text_picture_headings_and_rows_in_order() -> None:
    ready = await prepare(HAND)
    for sent in (ready.to_send(), ready.to_edit(MessageFormat.LAYOUT)):
        assert not {"content", "embed"} & sent.keys()
        content, frame, heading, row, line, below = sent["view"].to_components()
        assert content == {"type": 10, "content": "note"}
        assert (frame["type"], frame["accent_color"]) == (17, 0x2E7D5B)
        text, gallery = frame["components"]
        assert text["content"] == "### Your hand\nYour turn!\n**Line**\n6|4"
        assert gallery["items"] == [{"media": {"url": "attachment://hand.png"}, "description": "Your hand: 6-4."}]
        assert (heading["content"], line["type"]) == ("At A", 14)
        assert [one["components"][0]["label"] for one in (row, below)] == ["6-4", "Back"]


async def test_what_replaces_an_embed_is_one_and_what_replaces_a_layout_is_one() -> None:
    ready = await prepare(HAND)
    assert ready.to_edit()["embed"].title == "Your hand"
    assert [len(row["components"]) for row in ready.to_edit()["view"].to_components()] == [1, 1], "without headings"
    plain = await prepare(Message("Only words."))
    assert plain.to_edit(MessageFormat.LAYOUT)["view"].to_components() == [{"type": 10, "content": "Only words."}]


async def test_texts_of_a_layout_are_cut_with_a_mark_at_4000_characters_together() -> None:
    long = Message("c" * 2000, discord.Embed(description="d" * 4000), rows=HAND.rows, format=MessageFormat.LAYOUT)
    content, frame, *_ = (await prepare(long)).to_send()["view"].to_components()
    cut = frame["components"][0]["content"]
    assert (content["content"], cut[-1]) == ("c" * 2000, "…")
    assert len(content["content"]) + len(cut) + len("At A") == 4000


async def test_other_files_are_components_of_a_layout() -> None:
    ready = await prepare(Message("A file:", files=(("table.csv", b"1"),), format=MessageFormat.LAYOUT))
    assert ready.to_send()["view"].to_components()[1] == {"type": 13, "file": {"url": "attachment://table.csv"}}


# --- Nonces ---------------------------------------------------------------------------------------------------------


def test_a_nonce_has_at_most_25_characters_and_tells_posts_apart() -> None:
    owners = (1, 12, "1", ("season", 1), 2**63, "x" * 3000)
    posts = [(kind, owner, place) for kind in PostKind for owner in owners for place in (2, 21, -(2**63))]
    nonces = {nonce_of(*post) for post in posts}
    assert max(map(len, nonces)) <= 25
    assert len(nonces) == len({tuple(map(str, post)) for post in posts})
    assert nonce_of(PostKind.BOARD, 11, 1) != nonce_of(PostKind.BOARD, 1, 11)


def test_a_nonce_is_the_same_in_another_process() -> None:
    assert nonce_of("kept out", 7, 1.5) == "381623aef3a96f9b13ff8d70"


def test_no_other_function_makes_a_nonce() -> None:
    (folder,) = map(Path, bot.__path__)
    made, given = list[str](), list[str]()  # mypy holds that all others are of the type Nonce
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "nonce" in source.lower() else ():
            if isinstance(node, ast.Call) and "Nonce" in map(ast.unparse, (node.func, *node.args)):
                made.append(path.relative_to(folder).as_posix())
            if isinstance(node, ast.Constant) and node.value == "nonce":
                given.append(path.relative_to(folder).as_posix())
    assert made == ["posts/outgoing.py"]
    assert set(given) == {"posts/channels.py"}, "nothing else hands one to Discord"
