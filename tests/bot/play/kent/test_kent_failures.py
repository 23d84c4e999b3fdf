"""Failures at Kent: shut messages, races, leavers, full disks."""

from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.messages.parts.message import Message
from bot.messages.table.signs import EMOJIS
from bot.posts.channels import Channels
from bot.posts.outgoing import Nonce
from bot.posts.update_queue import UpdateOutcome
from bot.tables import signs
from bot.tables.state import Step, Table
from storage.database import Full, Transaction, Unavailable
from storage.matches import Player
from storage.signs import Pad
from tests.bot.play.at_table import (
    board_of,
    bot_of,
    hand_of,
    look,
    match_in,
    move_buttons,
    on_board,
    said,
    seat_number,
    table_in,
    user_id,
    wake,
    words_in,
)
from tests.discord_world import Button, DiscordWorld, Route

from .at_kent import (
    PARTY,
    agree_on,
    at_once,
    call,
    direct_words,
    holder,
    open_company,
    open_party,
    press,
    react,
    reaction,
    signing,
)


@pytest.fixture
def shut(world: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Return users with shut direct messages; first Ada."""
    closed = {user_id(world, "Ada")}
    real = Channels.send_direct

    async def send_direct(channels: Channels, user: int, message: Message, **more: Any) -> tuple[int, int] | None:
        return None if user in closed else await real(channels, user, message, **more)

    monkeypatch.setattr(Channels, "send_direct", send_direct)
    return closed


def signs_of(world: DiscordWorld, name: str) -> str | None:
    """Return a person's last sign in this deal."""
    sign = table_in(world).sign_of(seat_number(world, name))
    return sign.sign if sign else None


def pact_of(world: DiscordWorld, name: str) -> Any:
    return table_in(world).pact_of(seat_number(world, name))


async def press_sign(world: DiscordWorld, name: str, kind: str, sign: str) -> None:
    number = table_in(world).deal if kind == "sign" else 0
    await world.click(name, id_prefix=f"b:{kind}:{table_in(world).id}:{number}:{sign}")


@pytest.mark.usefixtures("shut")
async def test_who_has_shut_direct_messages_agrees_and_signs_by_buttons(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    board = words_in(board_of(world))
    assert "**Ada**: direct messages are closed." in board
    assert "use the button “My signs” here" in board
    await world.click("Ada", "My signs")
    await press_sign(world, "Ada", "propose", "wink")
    assert f"proposes {EMOJIS['wink']}" in direct_words(world, "Celina")
    await react(world, "Celina", "wink")
    await agree_on(world, "Borys", "Dmitri", "nose")
    assert not table_in(world).agreeing
    assert pact_of(world, "Ada").sign == "wink"
    assert "Press a sign to send it" in words_in(hand_of(world, "Ada") or {})
    await press_sign(world, "Ada", "sign", "yawn")
    assert "**Celina** got your sign" in words_in(hand_of(world, "Ada") or {})
    assert EMOJIS["yawn"] in "".join(embed.description or "" for embed in signing(world, "Celina").embeds)
    await react(world, "Celina", "sneeze")
    assert f": {EMOJIS['sneeze']}, " in words_in(hand_of(world, "Ada") or {})
    assert direct_words(world, "Ada") == ""


async def test_direct_messages_that_are_open_again_get_the_pad(world: DiscordWorld, shut: set[int]) -> None:
    await open_party(world, agree=False)
    await world.click("Ada", "My signs")
    await world.click("Ada", "Try my DMs again")
    assert "still closed" in words_in(hand_of(world, "Ada") or {})
    assert "Try my DMs again" in world.labels("Ada")
    shut.clear()
    await world.click("Ada", "Try my DMs again")
    assert "now in your direct messages" in words_in(hand_of(world, "Ada") or {})
    assert "direct messages are closed" not in words_in(board_of(world))
    await agree_on(world, "Ada", "Celina", "ear")
    assert pact_of(world, "Ada").sign == "ear"


@pytest.mark.usefixtures("shut")
async def test_a_sign_pressed_on_a_pad_of_the_deal_before_is_refused_with_a_word(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    await world.click("Ada", "My signs")
    await press_sign(world, "Ada", "propose", "wink")
    await react(world, "Celina", "wink")
    await agree_on(world, "Borys", "Dmitri", "nose")
    old = world.button("Ada", id_prefix=f"b:sign:{table_in(world).id}:1:yawn")
    await call(world, "Borys", "Kent!")
    assert table_in(world).deal == 2
    answer = await world.press("Ada", old)
    assert answer.ephemeral
    assert "That deal is over. Here is the next one." in said(answer)
    assert signs_of(world, "Ada") is None
    await press_sign(world, "Ada", "sign", "yawn")
    assert signs_of(world, "Ada") == "yawn"


async def test_reactions_that_fail_are_put_under_a_message_later_and_each_once(world: DiscordWorld) -> None:
    reactions = "/channels/*/messages/*/reactions/*/@me"
    world.env.inject_error("PUT", reactions, status=503, code=0, times=3)
    await open_party(world, agree=False)
    incomplete = [name for name in PARTY if len(signing(world, name).reactions) < len(EMOJIS)]
    assert incomplete, "some were not made at once"
    await world.pass_time(15)
    for name in PARTY:
        assert [str(one.emoji) for one in signing(world, name).reactions] == list(EMOJIS.values())
        assert len(world.direct_messages(name)) == 1


async def test_a_pad_that_could_not_be_saved_is_not_sent_again_and_works(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad_sent = signs.pad_sent
    failed: list[Pad] = []

    def gone_at_first(table: Table, pad: Pad, now: float) -> Step:
        if len(failed) < 6:
            failed.append(pad)
            raise Unavailable("the connection was lost")
        return pad_sent(table, pad, now)

    monkeypatch.setattr(signs, "pad_sent", gone_at_first)
    await open_party(world, agree=False)
    await world.pass_time(30)
    assert len(failed) == 6
    for name in PARTY:
        assert len(world.direct_messages(name)) == 1
        assert len(signing(world, name).reactions) == len(EMOJIS)
    await agree_on(world, "Ada", "Celina", "wink")
    assert pact_of(world, "Ada").sign == "wink"


async def test_a_pad_that_could_not_be_saved_before_a_restart_is_found_after_it(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    nonces: list[str] = []
    send_direct = Channels.send_direct

    async def note_and_send(channels: Channels, user: int, message: Message, *, nonce: Nonce) -> tuple[int, int] | None:
        if user == user_id(world, "Ada"):
            nonces.append(nonce)
        return await send_direct(channels, user, message, nonce=nonce)

    def gone(_table: Table, _pad: Pad, _now: float) -> Step:
        raise Unavailable("the connection was lost")

    monkeypatch.setattr(Channels, "send_direct", note_and_send)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signs, "pad_sent", gone)
        await open_party(world, agree=False)
        await world.restart()
    await wake(world)
    await world.click("Ada", "My signs")
    assert len(nonces) == 1
    assert signing(world, "Ada").id == world.direct_messages("Ada")[0].id


async def test_reactions_that_discord_refuses_are_not_tried_for_ever(world: DiscordWorld) -> None:
    world.env.inject_error("PUT", "/channels/*/messages/*/reactions/*/@me", status=403, code=50013, times=None)
    await open_party(world, agree=False)
    before = len(world.env.http_requests)
    await world.pass_time(20)
    assert len(world.env.http_requests) == before
    world.heal()
    await world.click("Ada", "My signs")
    await press_sign(world, "Ada", "propose", "wink")
    assert pact_of(world, "Ada").proposals == ("wink", None)


@pytest.mark.thorough
async def test_nobody_is_locked_out_when_all_have_shut_direct_messages(world: DiscordWorld, shut: set[int]) -> None:
    shut |= {user_id(world, name) for name in PARTY}
    await open_party(world, agree=False)
    for name, sign in zip(PARTY, ("wink", "nose", "wink", "nose"), strict=True):
        await world.click(name, "My signs")
        await press_sign(world, name, "propose", sign)
    assert not table_in(world).agreeing
    assert "Kent!" in world.labels("Ada")


async def asked_call(world: DiscordWorld, name: str) -> Button:
    """Press *Kent!* once, and return the button that confirms it."""
    await world.press(name, on_board(world, "Kent!"))
    return world.button(name, id_prefix="b:accuse:")


async def test_a_sign_made_during_a_call_does_not_count_in_the_next_deal(world: DiscordWorld) -> None:
    await open_party(world)
    kent = await asked_call(world, "Borys")
    await at_once(world, press(world, "Borys", kent), reaction(world, "Ada", "yawn"))
    assert table_in(world).deal == 2
    assert signs_of(world, "Ada") is None
    await react(world, "Ada", "yawn")
    assert signs_of(world, "Ada") == "yawn"


async def test_a_sign_that_comes_before_the_call_changes_nothing_about_it(world: DiscordWorld) -> None:
    await open_party(world)
    kent = await asked_call(world, "Borys")
    await at_once(world, reaction(world, "Ada", "yawn"), press(world, "Borys", kent))
    assert table_in(world).deal == 2
    assert signs_of(world, "Ada") is None


@pytest.mark.parametrize("call_first", [True, False])
async def test_a_call_and_a_pass_at_one_instant_count_in_arrival_order(world: DiscordWorld, call_first: bool) -> None:
    await open_party(world)
    name = holder(world)
    caller = next(one for one in PARTY if one != name)
    await look(world, name)
    passing = next(one for one in move_buttons(world, name) if ":pass " in one.custom_id)
    both = [press(world, caller, await asked_call(world, caller)), press(world, name, passing)]
    await at_once(world, *(both if call_first else reversed(both)))
    kinds = _passes_and_calls(world)
    assert kinds == (["called"] if call_first else ["passed_on", "called"])
    assert table_in(world).deal == 2


def _passes_and_calls(world: DiscordWorld) -> list[str]:
    kinds = [event.kind for event in match_in(world).events if event.seat is not None]
    return [kind for kind in kinds if kind in ("passed_on", "called")]


async def test_a_leaver_s_pad_is_closed_and_the_partner_agrees_again(world: DiscordWorld) -> None:
    await open_party(world)
    old = signing(world, "Celina")
    await world.slash("Celina", "table leave")
    await world.click("Celina", "Yes")
    assert "You have left the table; this pad is closed." in direct_words(world, "Celina")
    assert pact_of(world, "Ada").open
    assert pact_of(world, "Ada").sign is None
    assert not pact_of(world, "Borys").open
    await react(world, "Celina", "yawn", old)
    assert table_in(world).signs == ()
    await react(world, "Ada", "ear")
    assert pact_of(world, "Ada").sign == "ear"


async def test_a_new_person_in_a_seat_learns_only_the_new_sign(world: DiscordWorld) -> None:
    await open_company(world, "Borys", "Celina", Player.REGULAR)
    await agree_on(world, "Ada", "Celina", "wink")
    await react(world, "Borys", "nose")
    await world.slash("Celina", "table replace", person=world.person("Dmitri"))
    await world.click("Dmitri", "Yes")
    assert pact_of(world, "Ada").open
    assert "Your sign" not in direct_words(world, "Dmitri")
    assert "your sign is" not in direct_words(world, "Dmitri")
    await agree_on(world, "Ada", "Dmitri", "ear")
    assert f"Your sign: {EMOJIS['ear']}" in direct_words(world, "Dmitri")
    assert EMOJIS["wink"] not in "".join(embed.description or "" for embed in signing(world, "Dmitri").embeds)


async def test_an_agreement_goes_on_after_a_restart(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    await react(world, "Ada", "ear")
    ada, celina = signing(world, "Ada"), signing(world, "Celina")
    await world.restart()
    await wake(world)
    assert pact_of(world, "Ada").proposals == ("ear", None)
    assert (signing(world, "Ada").id, signing(world, "Celina").id) == (ada.id, celina.id)
    await react(world, "Celina", "ear", celina)
    assert pact_of(world, "Ada").sign == "ear"


@pytest.mark.thorough
async def test_a_reaction_put_on_while_the_bot_is_down_is_not_acted_on_later(world: DiscordWorld) -> None:
    await open_party(world)
    pad = signing(world, "Ada")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.env.backend, "emit", lambda *_args, **_more: None)  # nobody listens
        await world.person("Ada").user.set_reaction(pad, EMOJIS["yawn"], reacted=True)
    await world.restart()
    await wake(world)
    await world.pass_time(5)
    assert table_in(world).signs == ()
    await react(world, "Ada", "ear", pad)
    assert signs_of(world, "Ada") == "ear"


async def test_a_sign_that_cannot_be_saved_leaves_nothing_and_the_next_one_works(world: DiscordWorld) -> None:
    await open_party(world)
    with pytest.MonkeyPatch.context() as patch:

        async def no_room(*_: Any) -> None:
            raise Full("no room")

        patch.setattr(Transaction, "commit", no_room)
        await react(world, "Ada", "yawn")
    await world.pass_time(10)
    await wake(world)
    assert table_in(world).signs == ()
    assert EMOJIS["yawn"] not in "".join(embed.description or "" for embed in signing(world, "Celina").embeds)
    await react(world, "Ada", "ear")
    assert signs_of(world, "Ada") == "ear"
    assert EMOJIS["ear"] in "".join(embed.description or "" for embed in signing(world, "Celina").embeds)


async def test_reactions_that_come_with_a_resumed_connection_are_dropped(world: DiscordWorld) -> None:
    await open_party(world)
    bot = bot_of(world)
    await bot.on_shard_disconnect(0)
    await react(world, "Ada", "yawn")
    assert signs_of(world, "Ada") is None
    await bot.on_shard_resumed(0)
    await react(world, "Ada", "yawn")
    assert signs_of(world, "Ada") == "yawn"


async def test_somebody_else_s_reaction_and_another_emoji_are_no_signs(world: DiscordWorld) -> None:
    await open_party(world)
    kind, payload = reaction(world, "Ada", "yawn")
    await at_once(world, (kind, payload | {"user_id": str(user_id(world, "Borys"))}))
    await at_once(world, (kind, payload | {"emoji": {"id": None, "name": "\U0001f36d"}}))
    assert table_in(world).signs == ()
    assert "is not" not in said(await world.click("Ada", "My signs"))


async def test_a_pad_of_somebody_who_left_is_closed_when_discord_takes_it_again(world: DiscordWorld) -> None:
    await open_party(world)
    world.fail(Route.EDIT, 503, times=None)
    await world.slash("Celina", "table leave")
    await world.click("Celina", "Yes")
    assert "this pad is closed" not in direct_words(world, "Celina")
    world.heal()
    await world.pass_time(15)
    assert "You have left the table; this pad is closed." in direct_words(world, "Celina")


async def test_a_leaver_s_pad_that_cannot_be_closed_is_left_alone(world: DiscordWorld) -> None:
    await open_party(world)
    world.fail(Route.EDIT, 403, times=None)
    await world.slash("Celina", "table leave")
    await world.click("Celina", "Yes")
    world.heal()
    await world.pass_time(15)
    assert "this pad is closed" not in direct_words(world, "Celina")
    assert bot_of(world).services.pads._left == {}


@pytest.mark.usefixtures("shut")
@pytest.mark.parametrize(("status", "again"), [(503, True), (403, False)])
async def test_a_failed_pad_update_is_retried_only_if_that_can_help(
    world: DiscordWorld, status: int, again: bool
) -> None:
    await open_party(world, agree=False)
    await world.click("Ada", "My signs")
    world.fail(Route.EDIT_ANSWER, status, times=None)
    await react(world, "Celina", "wink")
    world.heal()
    await world.pass_time(15)
    assert (f"proposes {EMOJIS['wink']}" in words_in(hand_of(world, "Ada") or {})) is again


async def test_an_error_of_ours_at_a_reaction_stops_no_other_reactions(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await open_party(world, agree=False)
    services, table = bot_of(world).services, table_in(world)
    pad = table.pads[0]
    assert pad.channel_id is not None
    assert pad.pact_id is not None
    services.pads._missing[pad.pact_id] = ("wink",)
    monkeypatch.setattr(Channels, "react", AsyncMock(side_effect=ZeroDivisionError("ours")))
    assert await services.pads._add_reaction(pad.channel_id, pad.pact_id) is UpdateOutcome.DONE
    assert pad.pact_id not in services.pads._missing
    assert "putting a sign under a message failed" in caplog.text
    world.env.errors.clear()
