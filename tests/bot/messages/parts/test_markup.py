"""What somebody wrote, as it stands in messages of the bot."""

import pytest

from bot.messages.parts.markup import bold, escaped


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
    ],
)
def test_nothing_that_somebody_wrote_is_a_mention_an_emoji_a_command_or_a_time(text: str) -> None:
    assert escaped(f"I {text}").replace("\u200b", "") == f"I {text}"
    assert text not in escaped(f"I {text}")


@pytest.mark.parametrize("text", ["@everyone", "@here"])
def test_nobody_calls_everybody_by_his_name(text: str) -> None:
    assert text not in escaped(text)


def test_every_mark_is_escaped_because_its_twin_may_stand_in_the_next_name() -> None:
    assert f"{bold('a*')} {bold('b_`~|')}" == r"**a\*** **b\_\`\~\|**"
    assert bold("a\\") == r"**a\\**"
    assert escaped("[here](https://example.org)").startswith("\\[here]")


@pytest.mark.parametrize("text", ["# loud", "> said", "- listed", "-# small"])
def test_no_name_makes_a_heading_a_quotation_or_a_list(text: str) -> None:
    assert escaped(text) == f"\\{text}"


def test_what_formats_nothing_stays_as_it_is() -> None:
    assert escaped("Łukasz <3 a-b (2) #1") == "Łukasz <3 a-b (2) #1"
