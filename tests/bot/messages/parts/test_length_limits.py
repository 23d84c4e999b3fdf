"""Messages are cut to Discord's limits, with a mark."""

from functools import partial

import discord
import pytest

from bot.messages.parts.components import Button, ClickAddress, Kind, Select, SelectOption
from bot.messages.parts.message import Drawing, Message, within_limits
from bot.messages.parts.text import truncate
from bot.posts.outgoing import prepare

ADDRESS = ClickAddress(Kind.HAND, "m")


def an_embed(**texts: str) -> discord.Embed:
    return discord.Embed(title=texts.get("title"), description=texts.get("description"))


def test_each_text_is_cut_to_its_own_limit_and_ends_in_a_mark() -> None:
    embed = an_embed(title="t" * 300).add_field(name="n" * 300, value="v" * 2000).set_footer(text="f" * 3000)
    drawing = Drawing(partial(bytes), "a" * 2000)
    option = SelectOption("o" * 200, "value", "d" * 200)
    rows = ((Button(ADDRESS, "b" * 100),), (Select(ADDRESS, (option,), "p" * 200),))
    cut = within_limits(Message("c" * 3000, embed, (drawing,), rows=rows))
    assert cut.embed is not None
    button, select = cut.rows[0][0], cut.rows[1][0]
    assert isinstance(button, Button)
    assert isinstance(select, Select)
    [field] = cut.embed.fields
    found = (
        cut.content,
        cut.embed.title,
        field.name,
        field.value,
        cut.embed.footer.text,
        cut.drawings[0].alt,
        button.label,
        select.options[0].label,
        select.options[0].description,
        select.placeholder,
    )
    assert [len(text or "") for text in found] == [2000, 256, 256, 1024, 2048, 1024, 80, 100, 100, 150]
    assert all((text or "").endswith("…") for text in found)
    assert cut.drawings[0].name == drawing.name


def test_an_embed_has_at_most_6000_characters_and_25_fields() -> None:
    embed = an_embed(description="d" * 4096)
    for _ in range(30):
        embed.add_field(name="n", value="v" * 900)
    cut = within_limits(Message(embed=embed)).embed
    assert cut is not None
    assert len(cut.fields) == 25
    assert len(cut) <= 6000
    assert len(embed) > 6000  # what was given stays as it was


def test_where_no_text_has_anything_left_to_give_the_last_fields_go() -> None:
    embed = an_embed(title="t" * 256, description="d").set_footer(text="f" * 2048)
    for _ in range(25):
        embed.add_field(name="n" * 256, value="v")
    cut = within_limits(Message(embed=embed)).embed
    assert cut is not None
    # 256 + 1 + 2048 leave 3695 of 6000; a field takes 257, so there is room for 14 (3598).
    assert len(cut.fields) == 14
    assert (cut.title, cut.description, cut.footer.text) == ("t" * 256, "d", "f" * 2048)


def test_what_is_short_enough_is_not_touched() -> None:
    embed = an_embed(title="Title", description="Words").set_image(url="attachment://a.png")
    message = Message("Hello", embed.add_field(name="n", value="v", inline=True), rows=((Button(ADDRESS, None),),))
    cut = within_limits(message)
    assert cut.embed is not None
    assert cut.embed.to_dict() == embed.to_dict()
    assert cut == message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one two three four", "one two three…"),  # 15 characters hold "one two three " and the mark
        ("aaaaaaaa\nbbb\ncccc", "aaaaaaaa\nbbb…"),
        ("x" * 20, "x" * 14 + "…"),
    ],
)
def test_a_text_is_cut_at_a_line_end_or_between_words_if_near(text: str, expected: str) -> None:
    assert truncate(text, 15) == expected


def test_a_block_of_code_that_is_cut_is_closed() -> None:
    cut = truncate(f"```text\n{'x' * 100}\n```", 50)
    assert len(cut) == 50
    assert cut.endswith("x…\n```")


async def test_every_message_is_cut_before_it_is_sent() -> None:
    ready = await prepare(Message("c" * 3000))
    assert len(ready.to_send()["content"]) == len(ready.to_edit()["content"]) == 2000
