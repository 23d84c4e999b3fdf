"""The words of Nos: its variants with all sub-choices, payments, offences, stages and moves, in every language."""

from __future__ import annotations

import pytest

from bot.locales import LOCALES, words
from bot.messages.games.nos_variants import variant_name, variant_text
from games.nos.payments import Reason
from games.nos.variants import VARIANTS

NUMBERS = range(1, 18)
LONGEST = 100
"""What a label or a description in a select may hold."""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("number", NUMBERS)
def test_every_variant_has_a_name_and_a_sentence_of_rules_that_fit_into_a_select(number: int, locale: str) -> None:
    w = words(locale)
    assert 1 <= len(variant_name(w, number)) <= LONGEST
    assert 1 <= len(w(f"variant.{number}.rule")) <= LONGEST


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("schema", ["11.a", "11.b", "12.a", "12.b", "12.c", "17.doubles"])
def test_every_sub_choice_has_a_name(schema: str, locale: str) -> None:
    assert 1 <= len(words(locale)(f"variant.{schema}.name")) <= LONGEST


@pytest.mark.parametrize("locale", LOCALES)
def test_no_two_variants_are_called_alike(locale: str) -> None:
    assert len({variant_text(words(locale), text) for text in VARIANTS}) == len(VARIANTS) == 60


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4", "4. Matador"),
        (
            "11/a/left/t/m",
            "11. Demands; first here, then there; first: end A; opening part: traditional, the rest: matador",
        ),
        (
            "11/b/right/1/m/t",
            "11. Demands; a number of tiles here first; 1 tile: end B; opening part: matador, the rest: traditional",
        ),
        ("12/a/right", "12. Volapük; Plain Volapük; matador: end B"),
        ("17/doubles", "17. Broken cross; with cross of doubles"),
    ],
)
def test_a_variant_is_told_with_all_that_the_opener_named(text: str, expected: str) -> None:
    assert variant_text(words("en"), text) == expected


@pytest.mark.parametrize("locale", LOCALES)
def test_every_payment_names_its_reason(locale: str) -> None:
    told = {words(locale)(f"event.paid.{reason.value}", name="A", to="B", amount="40 $") for reason in Reason}
    assert len(told) == len(Reason)
    assert all("40 $" in text and "A" in text and "B" in text for text in told)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_offence_stage_claim_and_ending_has_words(locale: str) -> None:
    w = words(locale)
    assert all(w(f"event.offence.{letter}", name="A", tile="`6-4`") for letter in "bcdefg")
    assert all(w(f"event.stage.{stage}") for stage in ("free", "doubles", "fourth", "demand"))
    assert all(w(f"event.claim.{verdict}", name="A") for verdict in ("right", "wrong"))
    assert all(w(f"event.{reason}", name="A") for reason in ("out", "blocked"))
