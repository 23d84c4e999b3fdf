"""When memory counts as levelling off."""

from tests.soak.steady import Sample, levels_off


def samples(*kept: float) -> list[Sample]:
    return [Sample(number, int(megabytes * 1e6), {}) for number, megabytes in enumerate(kept, 1)]


def test_what_grows_at_first_and_then_stays_levels_off() -> None:
    assert levels_off(samples(1, 4, 7, 8, 8.1, 8, 8.2, 8.1, 8, 8.1, 8.2, 8))


def test_what_grows_by_the_same_with_each_match_does_not() -> None:
    assert not levels_off(samples(8, 8.3, 8.6, 8.9, 9.2, 9.5, 9.8, 10.1, 10.4, 10.7, 11, 11.3))
