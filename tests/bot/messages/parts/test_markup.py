"""People's own texts in messages of the bot."""

import re
from html import unescape

import pytest

from bot.messages.parts.text import bold, escape, without_directions
from playground.markup import block_html


class Nobody:
    """Names for markup that names nothing."""

    def person(self, _person_id: int) -> None:
        return None

    role = channel = emoji = person


@pytest.mark.parametrize(
    "text",
    [
        "<t:1700000000:R>",
        "</play:1234567890123456789>",
        "<#1234567890123456789>",
        "<:tile:1234567890123456789>",
        "<a:tile:1234567890123456789>",
        "<@1234567890123456789>",
        "<@!1234567890123456789>",
        "<@&1234567890123456789>",
        "<id:customize>",
        "<sound:1234567890123456789:1234567890123456789>",
        "<+48123456789>",
        "<somebody@example.org>",
        "<https://example.org>",
    ],
)
def test_nothing_that_people_write_acts_as_markup(text: str) -> None:
    assert escape(f"I {text}").replace("\u200b", "") == f"I {text}"
    assert text not in escape(f"I {text}")


@pytest.mark.parametrize("text", ["@everyone", "@here"])
def test_nobody_calls_everybody_by_their_name(text: str) -> None:
    assert text not in escape(text)


def test_every_mark_is_escaped_because_its_twin_may_stand_in_the_next_name() -> None:
    assert f"{bold('a*')} {bold('b_`~|')}" == r"**a\*** **b\_\`\~\|**"
    assert bold("a\\") == r"**a\\**"
    assert escape("[here](https://example.org)").startswith("\\[here]")


@pytest.mark.parametrize(
    ("text", "disarmed"),
    [
        ("https://discord.gg/abc", "https:|//discord.|gg/abc"),
        ("HTTP://example.org", "HTTP:|//example.org"),
        ("join discord.gg/abc", "join discord.|gg/abc"),
        ("discordapp.com/invite/abc", "discordapp.|com/invite/abc"),
    ],
)
def test_nothing_that_somebody_wrote_is_a_link_or_an_invitation(text: str, disarmed: str) -> None:
    assert escape(text) == disarmed.replace("|", "\u200b")


@pytest.mark.parametrize("text", ["# loud", "> said", "- listed", "-# small", "+ more"])
def test_no_name_makes_a_heading_a_quotation_or_a_list(text: str) -> None:
    assert escape(text) == f"\\{text}"


@pytest.mark.parametrize(
    ("text", "disarmed"),
    [
        ("1. first", "1\\. first"),
        ("23) late", "23\\) late"),
        (" 1. first", " 1\\. first"),
        ("1.", "1\\."),
        ("+", "\\+"),
    ],
)
def test_no_name_that_begins_with_a_number_or_a_plus_makes_a_list(text: str, disarmed: str) -> None:
    assert escape(text) == disarmed
    assert escape(f"a name\n{text}") == f"a name\n{disarmed}"


@pytest.mark.parametrize("text", ["1. x", "+ x", "* x", "- x", "# x", "> x", "-# x", "https://discord.gg/abc"])
def test_a_name_at_the_beginning_of_a_line_is_shown_as_it_was_written(text: str) -> None:
    html = block_html(f"{escape(text)} plays", Nobody())
    assert unescape(re.sub("<[^>]*>", "", html)).replace("\u200b", "").strip() == f"{text} plays"
    assert set(re.findall(r"<(\w+)", html)) == {"p"}


@pytest.mark.parametrize(
    "text",
    ["Łukasz <3 a-b (2) #1", "3.14", "1.FC", "C++", "a + b", "+1", "J. R. 2. x", "v1.2.3", "12:30", "a: b", "x.gg"],
)
def test_what_formats_nothing_stays_as_it_is(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize("control", [*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"])
def test_what_somebody_wrote_does_not_turn_the_rest_of_the_line(control: str) -> None:
    assert bold(f"Ada{control}x") == "**Adax**"
    assert without_directions(f"{control}Ada") == "Ada"


def test_a_name_from_right_to_left_is_isolated_and_other_names_are_not() -> None:
    assert bold("דוד") == "**\u2068דוד\u2069**"
    assert bold("\u202eسارة*") == "**\u2068سارة\\*\u2069**"
    assert bold("Łucja Жанна 李") == "**Łucja Жанна 李**"
