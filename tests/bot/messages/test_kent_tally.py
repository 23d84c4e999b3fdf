"""The tally of an evening, and its best bluff."""

from bot.locales import LOCALES, words
from bot.messages.kent_tally import best_bluff, tally, tally_message
from storage.kent import RecordedCall

FOUR = ("Ada", "Borys", "Celina", "Dmitri")
SIX = ("Ada", "Borys", "Celina", "Dmitri", "Eva", "")


def a_call(
    seat: int, move: str, points: tuple[int, ...], *, deal: int = 1, match: str = "m", names: tuple[str, ...] = FOUR
) -> RecordedCall:
    """Return a call with the pairs' points."""
    players = tuple((10 + number if name else None, name) for number, name in enumerate(names))
    return RecordedCall(
        match_id=match,
        deal=deal,
        seat=seat,
        user_id=players[seat][0],
        name=names[seat],
        move=move,
        at=float(deal),
        points=points * 2,
        players=players,
    )


def told(*calls: RecordedCall) -> dict[tuple[str, str], tuple[int, int, int]]:
    return {names: (one.points, one.right, one.wrong) for names, one in tally(calls).items()}


def test_a_right_call_counts_for_the_caller_s_pair() -> None:
    assert told(a_call(2, "kent", (1, 0))) == {("Ada", "Celina"): (1, 1, 0), ("Borys", "Dmitri"): (0, 0, 0)}


def test_a_wrong_call_counts_against_its_pair_and_scores_for_others() -> None:
    assert told(a_call(0, "biskent", (0, 2))) == {("Borys", "Dmitri"): (2, 0, 0), ("Ada", "Celina"): (0, 0, 1)}


def test_points_and_calls_of_several_matches_are_added_up() -> None:
    calls = (
        a_call(0, "kent", (1, 0)),
        a_call(1, "stop-biskent@0", (0, 2), deal=2),
        a_call(3, "kent", (1, 0), match="n"),
        a_call(3, "biskent", (0, 2), match="n", deal=2),
    )
    assert list(told(*calls).items()) == [(("Borys", "Dmitri"), (4, 2, 1)), (("Ada", "Celina"), (2, 1, 0))]


def test_a_pair_is_the_same_whichever_of_the_two_sits_first() -> None:
    turned = ("Celina", "Borys", "Ada", "Dmitri")
    assert told(a_call(0, "kent", (1, 0)), a_call(0, "kent", (1, 0), names=turned, match="n"))[("Ada", "Celina")] == (
        2,
        2,
        0,
    )


def test_who_has_changed_partners_is_counted_with_each_of_them() -> None:
    other = ("Ada", "Celina", "Borys", "Dmitri")
    found = told(a_call(0, "kent", (1, 0)), a_call(0, "kent", (1, 0), names=other, match="n"))
    assert set(found) == {("Ada", "Celina"), ("Borys", "Dmitri"), ("Ada", "Borys"), ("Celina", "Dmitri")}


def test_a_false_kent_brings_both_other_pairs_points() -> None:
    found = told(a_call(3, "kent", (0, 1, 1), names=SIX))
    assert found == {("Borys", "Eva"): (1, 0, 0), ("", "Celina"): (1, 0, 0), ("Ada", "Dmitri"): (0, 0, 1)}


def test_the_best_bluff_is_the_false_stop_that_brought_most() -> None:
    small = a_call(0, "stop@1", (0, 1))
    large = a_call(1, "stop-biskent@0", (2, 0), deal=2)
    assert best_bluff((small, large, a_call(0, "stop@1", (0, 1), deal=3))) == large


def test_of_equal_bluffs_the_last_is_best() -> None:
    first, last = a_call(0, "stop@1", (0, 1)), a_call(1, "stop@0", (1, 0), deal=2)
    assert best_bluff((first, last)) == last


def test_a_right_stop_and_a_false_kent_are_no_bluffs() -> None:
    calls = (a_call(0, "stop@1", (1, 0)), a_call(1, "kent", (1, 0), deal=2), a_call(0, "biskent", (0, 2), deal=3))
    assert best_bluff(calls) is None
    assert best_bluff(()) is None


def test_the_message_names_the_pairs_their_calls_and_the_bluff() -> None:
    calls = (a_call(0, "kent", (1, 0)), a_call(0, "stop@1", (0, 1), deal=2), a_call(3, "kent", (1, 0), match="n"))
    embed = tally_message(calls, words("en")).embed
    assert embed is not None
    assert (embed.description or "").splitlines() == [
        "**Ada** and **Celina** · 2 points · 1 right, 1 wrong",
        "**Borys** and **Dmitri** · 1 point · 0 right, 1 wrong",
        "",
        "🎭 Best bluff: **Borys** and **Dmitri** tricked **Ada** into calling “Stop Kent!”.",
    ]
    assert embed.footer.text == "2 matches"


def test_names_neither_format_nor_mention_and_computers_have_a_word() -> None:
    names = ("**Ada**", "", "@everyone", "Dmitri")
    for locale in LOCALES:
        embed = tally_message((a_call(1, "stop@0", (1, 0), names=names),), words(locale)).embed
        assert embed is not None
        text = embed.description or ""
        assert "\\*\\*Ada" in text
        assert "@everyone" not in text
        assert f"**{words(locale)('board.computer')}**" in text
