"""Calls of Kent, their points, and the shown tiles."""

import json

import pytest

from games.kent import KentDealEnd
from tests.bot.play.at_table import (
    board_of,
    bot_of,
    buttons,
    command,
    everything_said,
    hand_of,
    look,
    match_in,
    said,
    shown,
    table_in,
    texts_in,
    tiles_in,
    words_in,
)
from tests.bot.play.test_lobby import deny
from tests.chance import KnownChance
from tests.discord_world import Button, DiscordWorld
from tests.needs import some_of

from .at_kent import call, open_party, react

Hands = tuple[set[str], ...]

BOTH = "kent 336"
"""Four seats: Ada and Celina hold melds (threes; twos and fours), Borys and Dmitri none. Celina holds four tiles."""
BOTH_HANDS: Hands = (
    {"3-1", "3-2", "4-3"},
    {"0-0", "1-0", "5-5"},
    {"2-2", "4-2", "4-4", "6-4"},
    {"2-1", "4-0", "5-4"},
)
ONE = "kent 11"
"""Four seats: Celina alone holds a meld (noughts), and four tiles."""
ONE_HANDS: Hands = (
    {"3-3", "6-4", "6-6"},
    {"4-3", "5-2", "6-1"},
    {"1-0", "4-0", "5-0", "5-3"},
    {"2-1", "6-2", "6-3"},
)
SIX_BOTH = "kent 138"
"""Six seats: Borys and the computer opposite hold melds (ones; sixes), no one else does. Ada holds four tiles."""
SIX_BOTH_HANDS: Hands = (
    {"1-1", "2-1", "4-3", "5-4"},
    {"1-0", "4-1", "5-1"},
    {"5-2", "6-2", "6-3"},
    {"5-5", "6-1", "6-4"},
    {"6-0", "6-5", "6-6"},
    {"0-0", "2-2", "5-0"},
)
SIX_ONE = "kent 32"
"""Six seats: only the computer opposite Borys holds a meld (ones). Dmitri holds four tiles."""
SIX_ONE_HANDS: Hands = (
    {"5-5", "6-2", "6-5"},
    {"4-2", "5-2", "6-0"},
    {"3-1", "4-4", "5-3"},
    {"1-1", "2-0", "2-2", "5-0"},
    {"4-1", "5-1", "6-1"},
    {"0-0", "2-1", "3-3"},
)


async def open_six(world: DiscordWorld) -> None:
    """Open Kent: Ada with Dmitri, Borys and Celina with silent computers."""
    for name in ("Ada", "Borys", "Celina", "Dmitri"):
        world.speak(name, "en-US")
    await bot_of(world)._kent_computers.close()
    await world.slash("Ada", "play", game="kent")
    for names in (("Borys", "Dmitri"), ("Celina",)):  # partners stay together, and who has none gets the next
        for name in names:
            await world.click(name, id_prefix="b:join")
        await world.click("Ada", "Add computer")
    await world.click("Ada", "Start")
    for name, sign in (("Ada", "wink"), ("Dmitri", "wink"), ("Borys", "ear"), ("Celina", "nose")):
        await react(world, name, sign)
    assert not table_in(world).agreeing


def hands_held(world: DiscordWorld) -> Hands:
    match = match_in(world)
    return tuple({str(tile) for tile in match.view(seat).hand} for seat in range(match.seats))


def ending(world: DiscordWorld) -> KentDealEnd:
    last = match_in(world).last_deal
    assert isinstance(last, KentDealEnd), "no deal has ended"
    return last


def public_text(world: DiscordWorld) -> str:
    """Return all readable texts, alternative texts, files and addresses."""
    return "\n".join(map(words_in, shown(world)))


def check(world: DiscordWorld, hands: Hands, looked_at: tuple[int, ...], points: tuple[int, ...], verb: str) -> None:
    """Check the first deal's end, and the hands it shows."""
    last = ending(world)
    assert (last.number, last.points) == (1, points)
    seen = set().union(*(hands[seat] for seat in looked_at))
    assert tiles_in(public_text(world)) == seen
    text = everything_said(world)
    assert ("Right!" in text) is last.right
    assert ("Wrong!" in text) is not last.right
    assert f"“{verb}”" in text
    for pair, brought in enumerate(points):
        assert not brought or f": +{brought} → {brought}" in text, (pair, text)


@pytest.mark.parametrize(
    ("seed", "hands", "caller", "label", "looked_at", "points"),
    some_of(
        [
            (BOTH, BOTH_HANDS, "Ada", "Kent!", (2,), (1, 0)),
            (BOTH, BOTH_HANDS, "Borys", "Kent!", (3,), (1, 0)),
            (BOTH, BOTH_HANDS, "Dmitri", "Stop Kent!", (0, 2), (0, 1)),
            (BOTH, BOTH_HANDS, "Celina", "Stop Kent!", (1, 3), (0, 1)),
            (BOTH, BOTH_HANDS, "Celina", "Biskent!", (0, 2), (2, 0)),
            (BOTH, BOTH_HANDS, "Borys", "Biskent!", (1, 3), (2, 0)),
            (BOTH, BOTH_HANDS, "Borys", "Stop Biskent!", (0, 2), (0, 2)),
            (BOTH, BOTH_HANDS, "Ada", "Stop Biskent!", (1, 3), (0, 2)),
            (ONE, ONE_HANDS, "Ada", "Kent!", (2,), (1, 0)),
            (ONE, ONE_HANDS, "Celina", "Kent!", (0,), (0, 1)),  # their own meld does not count
            (ONE, ONE_HANDS, "Borys", "Stop Kent!", (0, 2), (0, 1)),
            (ONE, ONE_HANDS, "Ada", "Biskent!", (0, 2), (0, 2)),  # one of two
            (ONE, ONE_HANDS, "Dmitri", "Stop Biskent!", (0, 2), (2, 0)),
        ],
        5,
    ),
)
async def test_with_two_pairs_a_call_scores_and_shows_only_the_hands_concerned(
    world: DiscordWorld,
    chance: KnownChance,
    seed: str,
    hands: Hands,
    caller: str,
    label: str,
    looked_at: tuple[int, ...],
    points: tuple[int, ...],
) -> None:
    chance.fix_seed(seed)
    await open_party(world)
    assert hands_held(world) == hands
    assert tiles_in(public_text(world)) == set()
    await call(world, caller, label)
    check(world, hands, looked_at, points, label)


@pytest.mark.parametrize(
    ("seed", "hands", "caller", "label", "looked_at", "points"),
    some_of(
        [
            (SIX_ONE, SIX_ONE_HANDS, "Borys", "Kent!", (4,), (0, 1, 0)),
            (SIX_ONE, SIX_ONE_HANDS, "Ada", "Kent!", (3,), (0, 1, 1)),  # each other pair
            (SIX_BOTH, SIX_BOTH_HANDS, "Borys", "Biskent!", (1, 4), (0, 2, 0)),
            (SIX_ONE, SIX_ONE_HANDS, "Borys", "Biskent!", (1, 4), (2, 0, 2)),
        ],
        2,
    ),
)
async def test_a_false_call_brings_each_of_two_other_pairs_points(
    world: DiscordWorld,
    chance: KnownChance,
    seed: str,
    hands: Hands,
    caller: str,
    label: str,
    looked_at: tuple[int, ...],
    points: tuple[int, ...],
) -> None:
    chance.fix_seed(seed)
    await open_six(world)
    assert hands_held(world) == hands
    await call(world, caller, label)
    check(world, hands, looked_at, points, label)


@pytest.mark.parametrize(
    ("seed", "hands", "caller", "label", "accused", "looked_at", "points"),
    some_of(
        [
            (SIX_ONE, SIX_ONE_HANDS, "Ada", "Stop Kent!", "Borys", (1, 4), (1, 0, 0)),
            (SIX_ONE, SIX_ONE_HANDS, "Borys", "Stop Kent!", "Celina", (2, 5), (0, 0, 1)),  # the accused pair alone
            (SIX_BOTH, SIX_BOTH_HANDS, "Celina", "Stop Biskent!", "Borys", (1, 4), (0, 0, 2)),
            (SIX_ONE, SIX_ONE_HANDS, "Celina", "Stop Biskent!", "Borys", (1, 4), (0, 2, 0)),
        ],
        2,
    ),
)
async def test_with_three_pairs_a_stop_asks_whom_it_is_meant_for_and_then_counts(
    world: DiscordWorld,
    chance: KnownChance,
    seed: str,
    hands: Hands,
    caller: str,
    label: str,
    accused: str,
    looked_at: tuple[int, ...],
    points: tuple[int, ...],
) -> None:
    chance.fix_seed(seed)
    await open_six(world)
    assert hands_held(world) == hands
    asked = await world.click(caller, label)
    assert asked.ephemeral
    assert "Which pair do you mean?" in said(asked)
    assert match_in(world).last_deal is None
    offered = list(buttons(hand_of(world, caller)))
    assert len(offered) == 2
    assert not any(caller in (one.label or "") for one in offered)
    await world.press(caller, next(one for one in offered if accused in (one.label or "")))
    check(world, hands, looked_at, points, label)


async def test_a_stop_is_confirmed_in_the_private_answer_to_the_first_click(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(BOTH)
    await open_party(world)
    before = public_text(world)
    first = await world.press("Dmitri", board_button(world, "Stop Kent!"))
    assert first.ephemeral
    assert "“Stop Kent!” counts when it is pressed twice: press it again here." in said(first)
    await world.press("Celina", board_button(world, "Stop Kent!"))  # somebody else's first click
    assert match_in(world).last_deal is None
    assert public_text(world) == before
    await world.pass_time(5)  # there is no hurry
    (counts,) = buttons(hand_of(world, "Dmitri"))
    assert counts.label == "Stop Kent! Ada and Celina"
    await world.press("Dmitri", counts)
    check(world, BOTH_HANDS, (0, 2), (0, 1), "Stop Kent!")
    assert not [one for one in buttons(hand_of(world, "Dmitri")) if one.custom_id.startswith("b:accuse:")]


async def test_a_second_click_on_the_board_itself_counts_within_three_seconds(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(BOTH)
    await open_party(world)
    await world.click("Dmitri", "Stop Kent!", "dominoes")
    stop = board_button(world, "Stop Kent!")
    await world.press("Dmitri", board_button(world, "Stop Biskent!"))  # another call's first click
    assert match_in(world).last_deal is None
    await world.press("Dmitri", stop)
    check(world, BOTH_HANDS, (0, 2), (0, 1), "Stop Kent!")


async def test_a_second_click_on_the_board_that_comes_too_late_is_a_first_one(world: DiscordWorld) -> None:
    await open_party(world)
    stop = board_button(world, "Stop Kent!")
    await world.press("Borys", stop)
    await world.pass_time(2.5)
    assert "counts when it is pressed twice: press it again here" in said(await world.press("Borys", stop))
    assert match_in(world).last_deal is None


async def test_in_the_hand_the_button_that_counts_takes_the_place_of_the_first(world: DiscordWorld) -> None:
    await open_party(world)
    await look(world, "Borys")
    opened = hand_of(world, "Borys") or {}
    first = [one for one in buttons(opened) if ":1:" in one.custom_id]
    await world.click("Borys", id_prefix="b:handcall:" + table_in(world).id + ":1:?stop")
    hand = hand_of(world, "Borys") or {}
    second = [one for one in buttons(hand) if ":1:" in one.custom_id]
    changed = [(old.label, new.label) for old, new in zip(first, second, strict=True) if old.label != new.label]
    assert changed == [("Stop Kent!", "Press again: Stop Kent!")]
    lines = [texts_in(one) for one in (opened, hand)]
    assert lines[0] == lines[1]  # no line more that would move the buttons
    assert match_in(world).last_deal is None
    await world.pass_time(5)
    await world.click("Borys", "Press again: Stop Kent!")
    assert ending(world).call == "stop"


async def test_a_stop_may_start_in_the_hand_and_end_on_the_board(
    world: DiscordWorld,
) -> None:
    await open_party(world)
    await look(world, "Borys")
    await world.click("Borys", id_prefix="b:handcall:" + table_in(world).id + ":1:?stop")
    assert match_in(world).last_deal is None
    await world.press("Borys", board_button(world, "Stop Kent!"))
    assert ending(world).call == "stop"


async def test_who_clicks_once_and_is_overtaken_hears_that_they_came_second(world: DiscordWorld) -> None:
    await open_party(world)
    stop = board_button(world, "Stop Kent!")
    await world.press("Borys", stop)
    await call(world, "Ada", "Kent!")
    late = await world.press("Borys", stop)
    assert "was faster" in said(late)
    assert "counts when it is pressed twice" not in said(late)
    assert match_in(world).last_deal is not None
    assert table_in(world).deal == 2


async def test_calls_stand_in_two_rows_of_two_below_the_row_of_the_hand(world: DiscordWorld) -> None:
    await open_party(world)
    rows = [[part["label"] for part in row["components"]] for row in board_of(world)["components"]]
    assert rows == [
        ["My hand", "My signs", "Rules", "Menu"],
        ["Kent!", "Biskent!"],
        ["Stop Kent!", "Stop Biskent!"],
    ]


def board_button(world: DiscordWorld, label: str) -> Button:
    return next(one for one in buttons(board_of(world)) if one.label == label)


@pytest.mark.parametrize("label", some_of(["Kent!", "Stop Kent!", "Biskent!", "Stop Biskent!"], 2))
async def test_a_spectator_s_call_is_answered_kindly_and_changes_nothing(world: DiscordWorld, label: str) -> None:
    for name in ("Borys", "Celina", "Dmitri"):
        world.speak(name, "en-US")
    await bot_of(world)._kent_computers.close()
    await world.slash("Borys", "play", game="kent", computer="casual")
    for name in ("Celina", "Dmitri"):
        await world.click(name, id_prefix="b:join")
    await world.click("Borys", "Start")
    await world.pass_time(91)
    await world.pass_time(1)
    answer = await world.click("Ada", label)
    assert answer.ephemeral
    assert "You don't have a seat at this table." in said(answer)
    assert "{" not in said(answer)
    assert match_in(world).last_deal is None


@pytest.mark.parametrize("call", some_of(["stop@0", "stop-biskent@0", "stop@9", "stop@", "kent@1", "pass"], 3))
async def test_one_s_own_pair_and_nobody_at_all_cannot_be_accused(world: DiscordWorld, call: str) -> None:
    await open_party(world)
    true = f"b:call:{table_in(world).id}:1:?stop-biskent"
    forged = f"b:accuse:{table_in(world).id}:1:{call}"
    answer = await world.press("Ada", Button(json.loads(words_in(board_of(world)).replace(true, forged)), forged, None))
    assert answer.ephemeral
    assert said(answer)
    assert "went wrong" not in said(answer)
    if call.endswith("@0"):
        assert "That is your own pair." in said(answer)
    assert match_in(world).last_deal is None


async def test_board_and_alternative_text_show_tile_counts_but_no_tiles(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(BOTH)
    await open_party(world)
    board = board_of(world)
    (picture,) = board["attachments"]
    assert "Celina holds four and passes to Dmitri" in picture["description"]
    for name, count in (("Ada", 3), ("Borys", 3), ("Celina", 4), ("Dmitri", 3)):
        assert f"{name}: {count} tiles" in picture["description"]
    assert tiles_in(words_in(board)) == set()
    await world.click("Borys", "Menu")
    answer = await world.click("Borys", id_prefix="b:letters:")
    assert "Celina: 4 tiles" in said(answer)
    assert tiles_in(said(answer)) == set()


async def test_without_files_the_board_is_in_letters_and_a_deal_ends_in_words(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(BOTH)
    for name in ("Ada", "Borys", "Celina", "Dmitri"):
        world.speak(name, "en-US")
    await deny(world, "plain", attach_files=False)
    await command(world, "Ada", "play", "plain", game="kent")
    for name in ("Borys", "Celina", "Dmitri"):
        await world.click(name, id_prefix="b:join", channel="plain")
    await world.click("Ada", id_prefix="b:start", channel="plain")
    await world.pass_time(91)
    await world.pass_time(1)
    text = "\n".join(map(words_in, shown(world, None, "plain")))
    assert "missing permissions: Attach Files" in text
    assert tiles_in(text) == set()
    letters = next(
        field["value"] for field in board_of(world, "plain")["embeds"][0]["fields"] if "```" in field["value"]
    )
    for name in ("Ada", "Borys", "Celina", "Dmitri"):
        assert name in letters
    await call(world, "Ada", "Kent!", "plain")
    text = "\n".join(map(words_in, shown(world, None, "plain")))
    assert tiles_in(text) == BOTH_HANDS[2]
