"""Open hands at Kent follow the table."""

import json
from itertools import product
from typing import Any

import pytest

from bot.locales import words
from bot.messages.table.signs import new_sign_text
from tests.bot.play.at_table import (
    board_of,
    buttons,
    hand_of,
    is_private,
    look,
    match_in,
    on_board,
    pause_match,
    said,
    seat_number,
    set_own,
    shown,
    table_in,
    texts_in,
    tiles_in,
    words_in,
)
from tests.discord_world import BY_CHANNEL, Button, DiscordWorld
from tests.needs import some_of

from .at_kent import PARTY, agree_on, holder, open_party, react


def open_hand(world: DiscordWorld, name: str) -> dict[str, Any]:
    """Return the newest private message with a hand or calls."""
    found = [
        message
        for message in shown(world, name)
        if is_private(message) and any(one.custom_id.startswith(("b:hand:", "b:handcall:")) for one in buttons(message))
    ]
    assert found, f"{name} has no hand open"
    return found[-1]


async def open_hands(world: DiscordWorld) -> None:
    for name in PARTY:
        await look(world, name)


def calls_in(hand: dict[str, Any], verb: str) -> list[Any]:
    return [one for one in buttons(hand) if one.custom_id.split(":", 4)[4] == verb]


def passes_in(hand: dict[str, Any]) -> list[Any]:
    return [one for one in buttons(hand) if ":pass " in one.custom_id]


@pytest.mark.parametrize("drawn", [False, True])
async def test_a_pact_shows_tiles_in_every_open_hand_and_starts_the_turn(world: DiscordWorld, drawn: bool) -> None:
    await open_party(world, agree=False)
    await open_hands(world)
    await agree_on(world, "Ada", "Celina", "wink")
    for name in PARTY:
        text = texts_in(open_hand(world, name))
        assert ("still agreeing" in text) == (name in ("Ada", "Celina"))
        assert ("Press a sign to propose it." in text) == (name in ("Borys", "Dmitri"))
    if drawn:
        await world.pass_time(91)
    else:
        await agree_on(world, "Borys", "Dmitri", "nose")
    assert not table_in(world).agreeing
    for name in PARTY:
        hand = open_hand(world, name)
        assert "still agreeing" not in texts_in(hand)
        held = {str(tile) for tile in match_in(world).view(seat_number(world, name)).hand}
        assert tiles_in(words_in(hand)) == held
        assert ("Your turn!" in texts_in(hand)) == (name == holder(world))
    assert len(passes_in(open_hand(world, holder(world)))) == 4


@BY_CHANNEL
async def test_a_hand_is_renewed_for_the_pacts_and_signs_of_its_own_pair_only(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    await open_hands(world)
    others = [open_hand(world, name) for name in ("Borys", "Dmitri")]
    await react(world, "Ada", "yawn")
    assert "**Ada** proposes 🥱 **yawn**." in texts_in(open_hand(world, "Celina"))
    await agree_on(world, "Ada", "Celina", "wink")
    assert "Agreed: your sign is 😉 **wink**." in texts_in(open_hand(world, "Celina"))
    assert [open_hand(world, name) for name in ("Borys", "Dmitri")] == others
    await agree_on(world, "Borys", "Dmitri", "nose")
    others = [open_hand(world, name) for name in ("Borys", "Dmitri")]
    assert "**Ada** has not made a sign in this deal yet." in texts_in(open_hand(world, "Celina"))
    await react(world, "Ada", "ear")
    assert "**Ada**: 👂, <t:" in texts_in(open_hand(world, "Celina"))
    assert "👂" not in texts_in(open_hand(world, "Ada"))
    assert [open_hand(world, name) for name in ("Borys", "Dmitri")] == others


async def test_a_call_waits_for_its_confirmation_while_the_partner_signs(world: DiscordWorld) -> None:
    await open_party(world)
    await look(world, "Celina")
    (button,) = calls_in(open_hand(world, "Celina"), "?kent")
    await world.press("Celina", button)
    await react(world, "Ada", "wink")
    hand = open_hand(world, "Celina")
    assert "**Ada**: 😉, <t:" in texts_in(hand)
    (button,) = calls_in(hand, "kent")
    await world.press("Celina", button)
    assert table_in(world).deal == 2
    await world.pass_time(10)
    assert calls_in(open_hand(world, "Celina"), "?kent")


async def test_a_pair_agrees_on_its_sign_in_the_hand(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    await open_hands(world)
    asked = open_hand(world, "Ada")
    assert len([one for one in buttons(asked) if one.custom_id.startswith("b:propose:")]) == 8
    assert not tiles_in(words_in(asked))
    for name, partner in (("Ada", "Celina"), ("Borys", "Dmitri")):
        for one in (name, partner):
            (button,) = (one for one in buttons(open_hand(world, one)) if one.custom_id.endswith(":1:ear"))
            await world.press(one, button)
    assert [pact.sign for pact in table_in(world).pacts] == ["ear", "ear"]
    assert tiles_in(words_in(open_hand(world, "Dmitri")))
    assert not table_in(world).agreeing


async def test_a_paused_or_taken_over_hand_says_so_while_pairs_agree(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    await open_hands(world)
    await pause_match(world)
    hand = open_hand(world, "Borys")
    assert "paused" in texts_in(hand).casefold()
    assert next(buttons(hand)).label == "Resume"
    assert not [one for one in buttons(hand) if one.custom_id.startswith("b:propose:")]
    assert not tiles_in(words_in(hand))
    await world.click("Borys", "Resume")
    assert len([one for one in buttons(open_hand(world, "Ada")) if one.custom_id.startswith("b:propose:")]) == 8


@pytest.mark.thorough
@pytest.mark.usefixtures("all_have_played")
async def test_a_hand_taken_over_after_two_missed_turns_offers_only_to_come_back(world: DiscordWorld) -> None:
    await open_party(world, options="tempo=20")
    late = holder(world)
    await look(world, late)
    for _ in range(60):  # the others miss their turns, too
        await world.pass_time(2)
        hand = hand_of(world, late) or {}
        assert ("Your turn!" in texts_in(hand)) == bool(passes_in(hand))
        if table_in(world).seats[seat_number(world, late)].away:
            break
        assert ("Your turn!" in texts_in(hand)) == (holder(world) == late)
    assert "The computer plays for you." in texts_in(hand)
    assert [one.label for one in buttons(hand)] == ["I'm back"]
    await world.click(late, "I'm back")
    assert calls_in(open_hand(world, late), "?kent")


@pytest.mark.usefixtures("all_have_played")
async def test_after_a_turn_that_timed_out_no_open_hand_shows_it(world: DiscordWorld) -> None:
    await open_party(world, options="tempo=20")
    await open_hands(world)
    late, revision = holder(world), table_in(world).revision
    assert "Your turn! (until" in texts_in(open_hand(world, late)).replace("*", "")
    await world.pass_time(21)
    await world.pass_time(2)
    after = table_in(world)
    assert after.revision > revision
    assert after.seats[seat_number(world, late)].late == 1
    hands = {name: open_hand(world, name) for name in PARTY}
    assert holder(world) != late
    assert not passes_in(hands[late])
    for name in PARTY:
        (stop,) = calls_in(hands[name], "?stop")
        assert stop.custom_id.startswith(f"b:handcall:{after.id}:1:")
        assert ("Your turn!" in texts_in(hands[name])) == (name == holder(world))


async def test_open_hands_show_the_pause_and_play_on_after_resuming(world: DiscordWorld) -> None:
    await open_party(world)
    await open_hands(world)
    await pause_match(world)
    for name in PARTY:
        assert "paused" in texts_in(open_hand(world, name)).casefold()
        assert not calls_in(open_hand(world, name), "kent")
    assert not passes_in(open_hand(world, holder(world)))
    await world.press("Borys", on_board(world, "Resume"))
    for name in PARTY:
        hand = open_hand(world, name)
        assert "paused" not in texts_in(hand).casefold()
        assert calls_in(hand, "?kent")
        assert ("Your turn!" in texts_in(hand)) == (name == holder(world))
    assert len(passes_in(open_hand(world, holder(world)))) == 4


async def test_a_pad_button_answers_in_the_language_chosen_at_the_table(world: DiscordWorld) -> None:
    await open_party(world)
    await set_own(world, "Ada", "language", "pl")
    answer = await world.click("Ada", channel="dm", id_prefix="b:newsign")
    seat = table_in(world).seats[seat_number(world, "Ada")]
    assert said(answer) == new_sign_text(table_in(world), seat, words("pl"))
    assert said(answer) != new_sign_text(table_in(world), seat, words("en"))


@pytest.mark.usefixtures("all_have_played")
@pytest.mark.parametrize(
    ("place", "verb"), some_of(product(["board", "hand", "hand after a timeout"], ["kent", "biskent"]), 2)
)
async def test_one_press_of_a_call_asks_and_the_second_counts(world: DiscordWorld, place: str, verb: str) -> None:
    label = f"{verb.capitalize()}!"
    await open_party(world, options="tempo=20")
    await open_hands(world)
    caller = holder(world) if place == "hand after a timeout" else "Dmitri"
    if place == "hand after a timeout":
        await world.pass_time(21)
    if place.startswith("hand"):
        (button,) = calls_in(open_hand(world, caller), f"?{verb}")
        await world.press(caller, button)
    else:
        answer = await world.press(caller, on_board(world, label))
        assert f"“{label}” counts when it is pressed twice: press it again here." in said(answer)
    assert match_in(world).last_deal is None
    assert table_in(world).deal == 1
    await world.pass_time(5)  # there is no hurry
    if place.startswith("hand"):
        (button,) = calls_in(open_hand(world, caller), verb)
        assert button.label == f"Press again: {label}"
        await world.press(caller, button)
    else:
        await world.click(caller, id_prefix="b:accuse:")
    last = match_in(world).last_deal
    assert last is not None
    assert (last.number, getattr(last, "call", "")) == (1, verb)
    assert table_in(world).deal == 2


async def test_a_call_button_from_before_it_asked_asks_too(world: DiscordWorld) -> None:
    await open_party(world)
    today, old = (f"b:call:{table_in(world).id}:1:{call}" for call in ("?kent", "kent"))
    button = Button(json.loads(words_in(board_of(world)).replace(today, old)), old, "Kent!")
    assert "counts when it is pressed twice: press it again here" in said(await world.press("Dmitri", button))
    assert match_in(world).last_deal is None


@pytest.mark.parametrize("place", ["board", "hand"])
async def test_a_call_counts_at_one_press_for_a_player_who_wants_so(world: DiscordWorld, place: str) -> None:
    await open_party(world)
    await world.slash("Dmitri", "settings")
    await world.click("Dmitri", id_prefix="b:setting::0:calls")
    if place == "board":
        await world.press("Dmitri", on_board(world, "Kent!"))
    else:
        await look(world, "Dmitri")
        (button,) = calls_in(open_hand(world, "Dmitri"), "?kent")
        await world.press("Dmitri", button)
    last = match_in(world).last_deal
    assert last is not None
    assert (last.number, getattr(last, "call", "")) == (1, "kent")


async def test_a_call_confirmed_after_its_deal_or_twice_is_answered(world: DiscordWorld) -> None:
    await open_party(world)
    confirm = {}
    for name in ("Ada", "Borys"):
        await world.press(name, on_board(world, "Kent!"))
        confirm[name] = world.button(name, id_prefix="b:accuse:")
    await world.press("Ada", confirm["Ada"])
    assert "**Ada** was faster: “Kent!” in deal 1 counts" in said(await world.press("Borys", confirm["Borys"]))
    assert "Your “Kent!” has already been counted." in said(await world.press("Ada", confirm["Ada"]))
    assert table_in(world).deal == 2
