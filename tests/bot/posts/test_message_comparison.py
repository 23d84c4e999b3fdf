"""The comparison of messages before an edit is sent."""

from functools import partial

import discord

from bot.messages.parts.components import Button, ClickAddress, Kind
from bot.messages.parts.message import Drawing, Message, embedded
from games import Tile


def paint(tiles: tuple[Tile, ...], *, last: int | None = None) -> bytes:
    return f"{tiles} {last}".encode()


def board(*, last: int = 0, title: str = "Block", alt: str = "6-4", revision: int = 1) -> Message:
    embed = discord.Embed(title=title)
    button = Button(ClickAddress(Kind.HAND, "match", revision), "My hand")
    return embedded(embed, Drawing(partial(paint, (Tile(6, 4),), last=last), alt), ([button],))


def test_the_name_of_a_picture_s_file_makes_no_message_look_different() -> None:
    one, other = board(), board()
    assert one.drawings[0].name != other.drawings[0].name
    assert one.appearance == other.appearance


def test_a_message_differs_if_anything_visible_or_clickable_does() -> None:
    usual = board()
    for changed in (board(last=1), board(title="Nos"), board(alt="6-4, 4-4"), board(revision=2)):
        assert changed.appearance != usual.appearance
    assert Message("a").appearance != Message("b").appearance
    assert Message("a", files=(("a.txt", b"1"),)).appearance != Message("a", files=(("a.txt", b"2"),)).appearance


def test_a_message_without_its_picture_looks_different() -> None:
    embed = discord.Embed(title="Block")
    drawing = Drawing(partial(paint, (Tile(6, 4),)), "6-4")
    assert Message(embed=embed).appearance != embedded(discord.Embed(title="Block"), drawing).appearance
