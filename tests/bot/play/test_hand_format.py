"""Messages keep their format: old embeds, new layouts."""

from functools import partial
from typing import Any

import pytest
from simcord.components import walk_components
from simcord.enums import ComponentType

from bot.messages.parts.components import MessageFormat
from bot.messages.table.hand import hand_message
from tests.bot.play.at_table import (
    SHORT,
    board_of,
    button_of,
    hand_of,
    has_layout,
    look,
    move_buttons,
    open_match,
    play_one,
    play_to_the_end,
    table_in,
    texts_in,
    title_of,
)
from tests.bot.play.test_lobby import deny
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld, Route


def hand(world: DiscordWorld, name: str, channel: str = "dominoes") -> dict[str, Any]:
    found = hand_of(world, name, channel)
    assert found is not None
    return found


async def test_a_hand_stays_a_layout_through_moves_and_expired_tokens(begun: DiscordWorld) -> None:
    first = await look(begun, "Ada")
    assert has_layout(first)
    assert not has_layout(board_of(begun))
    [picture] = [part for part in walk_components(first["components"]) if part["type"] == ComponentType.MEDIA_GALLERY]
    assert picture["items"][0]["description"].startswith("Your tiles: 0-0, 3-0, ")
    assert (first["content"], first["embeds"]) == ("", [])
    old = button_of(begun, "Ada", "0-0")
    sent = begun.requests(Route.FOLLOW_UP)
    await begun.press("Ada", old)
    await begun.press("Ada", old)
    assert "That was out of date." in texts_in(hand(begun, "Ada"))
    await look(begun, "Borys")
    await play_one(begun)  # which renews Ada's hand by its token
    assert "Your turn!" in texts_in(hand(begun, "Ada"))
    assert "At **B** (0)" in texts_in(hand(begun, "Ada"))
    await begun.expire_tokens()
    await begun.press("Ada", move_buttons(begun, "Ada")[0])
    last = hand(begun, "Ada")
    assert (last["id"], has_layout(last)) == (first["id"], True)
    assert begun.requests(Route.FOLLOW_UP) == sent


async def test_an_embed_from_before_an_update_is_renewed_as_an_embed(
    begun: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        old_hand = partial(hand_message, in_format=MessageFormat.EMBED)
        before.setattr(
            "bot.requests.table.hand.hand_message",
            lambda *seen, in_format, **rest: in_format and old_hand(*seen, **rest),
        )
        first = await look(begun, "Ada")
    assert not has_layout(first)
    old = button_of(begun, "Ada", "0-0")
    await begun.press("Ada", old)
    await look(begun, "Borys")
    await play_one(begun)
    assert title_of(hand(begun, "Ada")) == "Your hand"
    assert "Your turn!" in texts_in(hand(begun, "Ada")), "renewed by its token"
    await begun.press("Ada", old)
    assert "out of date" in texts_in(hand(begun, "Ada"))
    assert (hand(begun, "Ada")["id"], has_layout(hand(begun, "Ada"))) == (first["id"], False)
    assert has_layout(await look(begun, "Ada")), "a new one is a layout"


async def test_the_end_of_a_deal_and_a_rematch_are_shown_in_layouts(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(SHORT)
    await open_match(world, "Celina", clock="none")
    await look(world, "Ada")
    await look(world, "Celina")
    while table_in(world).deal == 1:
        await play_one(world)
    assert "Deal 1 is over" in {title_of(hand(world, name)) for name in ("Ada", "Celina")}
    assert all(has_layout(hand(world, name)) for name in ("Ada", "Celina"))
    await play_to_the_end(world)
    await world.click("Ada", "Rematch")
    await world.click("Ada", "Start")
    await look(world, "Celina")
    assert all(has_layout(hand(world, name)) for name in ("Ada", "Celina"))


async def test_a_hand_needs_no_permission_to_embed_links_or_attach_files(world: DiscordWorld) -> None:
    await deny(world, "letters", embed_links=False, attach_files=False)
    await open_match(world, "Celina", channel="letters", clock="none")
    shown_hand = await look(world, "Ada", "letters")
    assert has_layout(shown_hand)
    kinds = {part["type"] for part in walk_components(shown_hand["components"])}
    assert {ComponentType.CONTAINER, ComponentType.MEDIA_GALLERY, ComponentType.TEXT_DISPLAY} <= kinds
    await play_one(world, "letters")
    assert has_layout(hand(world, "Ada", "letters"))
