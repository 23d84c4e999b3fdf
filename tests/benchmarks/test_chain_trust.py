"""The measured information of moves about hands."""

from math import log

import pytest

from tests.strength.playing import Setting

from .chain_trust import POWERS, nats, told_in_match


def test_trust_is_the_log_of_real_over_possible_hands() -> None:
    by_power = dict(zip(POWERS, nats(0.5, [0.5, 0.25, 0.25]), strict=True))
    assert by_power[1.0] == pytest.approx(log(3 / 2))  # 1/2 against 1/3


def test_hands_that_are_all_as_likely_tell_nothing() -> None:
    assert nats(0.1, [0.1, 0.1]) == pytest.approx([0.0] * len(POWERS), abs=1e-12)


def test_a_match_tells_something_for_every_power(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.benchmarks.chain_trust._TRIALS", 0)
    monkeypatch.setattr("tests.benchmarks.chain_trust._WORLDS", 2)
    told = told_in_match(Setting("block", 2), 0)
    assert told
    assert {len(choice) for choice in told} == {len(POWERS)}
