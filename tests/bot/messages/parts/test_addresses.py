"""Custom ids of sent buttons keep their meaning."""

from pathlib import Path

import pytest

from bot.messages.parts.components import BUTTON, MAX_CUSTOM_ID, ClickAddress, Kind, all_kinds

SAMPLES = Path(__file__).with_name("custom_ids.txt").read_text("utf-8").splitlines()
"""A custom_id for each kind and each form of `rest`, as the bot has written them. Lines are added, never changed;
those of a removed kind go to `REMOVED` in `tests/bot/play/test_clicks.py`."""


def test_a_custom_id_in_a_sent_message_keeps_its_meaning() -> None:
    for sample in SAMPLES:
        component, *meaning = sample.split(":", 4)
        address = ClickAddress.parse(sample)
        assert [address.kind.value, address.match_id, str(address.number), address.rest] == meaning, sample
        assert address.custom_id(component) == sample
        assert len(sample) <= MAX_CUSTOM_ID, sample


def test_every_kind_of_address_has_a_sample() -> None:
    assert {sample.split(":")[1] for sample in SAMPLES} == {kind.value for kind in all_kinds()}


def test_no_sample_occurs_twice() -> None:
    assert len(SAMPLES) == len(set(SAMPLES))


@pytest.mark.parametrize(
    ("rest", "today"),
    [
        ("latin_square", "domino_square"),
        ("latin_square/2", "domino_square/2"),
        ("11/0/latin_square/3", "11/0/domino_square/3"),
        ("variant=11/a/left/t/m", "variant=11/a/left/t/m"),
    ],
)
def test_a_button_with_a_former_key_names_its_game_by_the_new_one(rest: str, today: str) -> None:
    old = ClickAddress(Kind.RULES_PAGE, "", 0, rest).custom_id(BUTTON)
    assert ClickAddress.parse(old) == ClickAddress(Kind.RULES_PAGE, "", 0, today)
