"""Messages, selects and forms refuse more than Discord takes."""

from collections.abc import Sequence
from dataclasses import replace

import discord
import pytest

from bot.messages.parts.components import (
    MAX_ROW_BUTTONS,
    Button,
    ClickAddress,
    Entity,
    EntitySelect,
    Form,
    Heading,
    Kind,
    MessageFormat,
    Row,
    Select,
    SelectOption,
    TextField,
)
from bot.messages.parts.message import Message
from bot.posts.outgoing import OutgoingMessage

ADDRESS = ClickAddress(Kind.HAND, "m")
BUTTON = Button(ADDRESS, "b")
SELECT = Select(ADDRESS, (SelectOption("o", "o"),), "p")
FULL = (BUTTON,) * MAX_ROW_BUTTONS
EMBED = discord.Embed(title="t").set_footer(text="f")  # in a layout a frame and two texts


@pytest.mark.parametrize("row", [(*FULL, BUTTON), (BUTTON, SELECT), (SELECT, SELECT), (Heading("h"), BUTTON)])
@pytest.mark.parametrize("in_format", MessageFormat)
def test_a_row_holds_five_buttons_or_one_select_or_heading(row: Row, in_format: MessageFormat) -> None:
    with pytest.raises(ValueError, match="a row holds 5 buttons or one other component"):
        Message("c", rows=(row,), format=in_format)


def test_an_embed_message_holds_five_rows_and_its_headings_are_not_sent() -> None:
    rows: Sequence[Row] = ((Heading("h"),), FULL, FULL, FULL, FULL, (SELECT,))
    Message("c", rows=tuple(rows))
    with pytest.raises(ValueError, match="a message holds 5 rows, not 6"):
        Message("c", rows=(*rows, (BUTTON,)))


@pytest.mark.parametrize(
    ("message", "around"), [(Message(), 0), (Message("c", files=(("a.txt", b""),)), 2), (Message(embed=EMBED), 3)]
)
def test_a_layout_holds_40_components_including_texts_and_files(message: Message, around: int) -> None:
    rows: tuple[Row, ...] = (*((FULL,) * 5), (SELECT,), *(((Heading("h"),),) * (8 - around)))  # 5 times 6, 2 and 8
    layout = replace(message, rows=rows, format=MessageFormat.LAYOUT)
    sent = OutgoingMessage(layout, ()).to_send()["view"].to_components()
    assert sum(1 + len(part.get("components", ())) for part in sent) == 40
    with pytest.raises(ValueError, match="a layout holds 40 components, not 41"):
        replace(layout, rows=(*rows, (Heading("h"),)))


def test_a_layout_with_too_many_rows_cannot_replace_an_embed() -> None:
    layout = OutgoingMessage(Message(rows=(FULL,) * 6, format=MessageFormat.LAYOUT), ())
    layout.to_edit(MessageFormat.LAYOUT)
    with pytest.raises(ValueError, match="a message holds 5 rows, not 6"):
        layout.to_edit(MessageFormat.EMBED)


@pytest.mark.parametrize("count", [0, 26])
def test_a_select_has_1_to_25_options(count: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 25 options, not {count}"):
        Select(ADDRESS, tuple(SelectOption("o", str(number)) for number in range(count)), "p")


def test_of_a_server_25_can_be_chosen_and_no_more_are_than_can_be() -> None:
    EntitySelect(ADDRESS, Entity.CHANNEL, tuple(range(25)), "p", 25)
    for chosen, most in (((), 26), ((1, 2), 1)):
        with pytest.raises(ValueError, match="Discord allows 25"):
            EntitySelect(ADDRESS, Entity.CHANNEL, chosen, "p", most)


def test_a_form_holds_five_fields_of_which_a_note_takes_one() -> None:
    fields = tuple(TextField(str(number), "l") for number in range(5))
    Form(ADDRESS, "t", fields)
    Form(ADDRESS, "t", fields[:4], "note")
    with pytest.raises(ValueError, match="a form holds 5 fields"):
        Form(ADDRESS, "t", fields, "note")
