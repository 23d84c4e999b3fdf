"""Kent by four people: pacts, signs, passes and calls."""

from random import Random

import pytest

from bot.messages.table.signs import EMOJIS
from bot.tables.time_controls import AFTER_CALL_S
from games.kent import KentView
from games.kent.computers import helps_least
from storage.matches import Status
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    bot_of,
    buttons,
    everything_said,
    hand_of,
    look,
    match_in,
    move_buttons,
    on_board,
    said,
    seat_number,
    shown,
    table_in,
    tables_of,
    texts_in,
    words_in,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.games.deals import dealt_view
from tests.needs import some_of

from .at_kent import (
    PARTY,
    agree_on,
    call,
    direct_words,
    holder,
    melds,
    open_party,
    react,
    seed_of_first_deal,
    signing,
    unreact,
)

PARTNER = {"Ada": "Celina", "Celina": "Ada", "Borys": "Dmitri", "Dmitri": "Borys"}


async def pass_one(world: DiscordWorld) -> str:
    """Let the holder of four pass a tile; return the person."""
    name = holder(world)
    if f":{table_in(world).revision}:pass " not in words_in(hand_of(world, name) or {}):
        await look(world, name)
    for _ in range(20):
        view = match_in(world).view(seat_number(world, name))
        assert isinstance(view, KentView)
        move = str(helps_least(view, Random(1)))
        offered = {one.custom_id.split(":", 4)[4]: one for one in move_buttons(world, name)}
        assert len([text for text in offered if text.startswith("pass")]) == 4
        await world.press(name, offered[move])
        if move.startswith("pass"):
            return name
    pytest.fail(f"{name} throws tiles away without end")


async def test_each_partner_is_sent_the_eight_signs_with_a_reaction_for_each(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    for name in PARTY:
        message = signing(world, name)
        assert [str(one.emoji) for one in message.reactions] == list(EMOJIS.values())
        assert PARTNER[name] in direct_words(world, name)


async def test_play_begins_when_all_pairs_have_agreed_by_the_same_reaction(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    board = words_in(board_of(world))
    assert "agreeing on signs" in board
    assert "agreeing on their secret signs in direct messages" in board
    assert "**Ada** and **Celina**: no answer yet from **Ada** and **Celina**" in board
    answer = await world.click("Ada", "My hand")
    assert "Press a sign to propose it." in said(answer)
    await react(world, "Ada", "wink")
    assert "**Ada** and **Celina**: no answer yet from **Celina**" in words_in(board_of(world))
    await react(world, "Celina", "ear")
    assert "**Ada** and **Celina**: two different proposals" in words_in(board_of(world))
    await react(world, "Celina", "wink")
    assert "✅ **Ada** and **Celina**" in words_in(board_of(world))
    assert table_in(world).agreeing
    await agree_on(world, "Borys", "Dmitri", "nose")
    assert not table_in(world).agreeing
    assert table_in(world).pact_of(seat_number(world, "Ada")).sign == "wink"
    for name in PARTY:
        assert "signal pad" in direct_words(world, name)
    assert "Kent!" in world.labels("Ada")


async def test_a_proposal_is_shown_to_the_partner_alone_and_can_be_withdrawn(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    await react(world, "Ada", "yawn")
    assert "proposes \U0001f971" in direct_words(world, "Celina")
    assert "proposes" not in direct_words(world, "Borys")
    await unreact(world, "Ada", "yawn")
    assert "proposes \U0001f971" not in direct_words(world, "Celina")
    await react(world, "Celina", "yawn")
    assert table_in(world).pact_of(seat_number(world, "Ada")).open
    await react(world, "Ada", "ear")
    await react(world, "Celina", "ear")
    assert table_in(world).pact_of(seat_number(world, "Ada")).sign == "ear"


async def test_a_pair_without_agreement_in_time_gets_a_random_sign(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    await agree_on(world, "Ada", "Celina", "wink")
    await world.pass_time(95)
    pact = table_in(world).pact_of(seat_number(world, "Borys"))
    assert pact.drawn
    assert pact.sign is not None
    for name in ("Borys", "Dmitri"):
        assert "so a sign was drawn" in direct_words(world, name)
        assert f"{EMOJIS[pact.sign]} **" in direct_words(world, name)
    assert "so a sign was drawn" not in direct_words(world, "Ada")


async def test_a_sign_reaches_the_partner_and_the_board_as_tells_allows(world: DiscordWorld) -> None:
    await open_party(world)
    await react(world, "Ada", "yawn")
    assert "\U0001f971" in words_in({"embeds": [e.to_dict() for e in signing(world, "Celina").embeds]})
    assert "makes a sign: \U0001f971" in words_in(board_of(world))


@pytest.mark.parametrize(("tells", "seen"), [("gesture", True), ("none", False)])
async def test_with_gesture_or_none_the_emoji_is_nowhere_but_with_the_partner(
    world: DiscordWorld, tells: str, seen: bool
) -> None:
    await open_party(world, options=f"tells={tells}")
    await react(world, "Ada", "yawn")
    board = words_in(board_of(world))
    assert ("makes a sign" in board) is seen
    assert "\U0001f971" not in "".join(everything_said(world, name) for name in PARTY if name != "Celina")
    assert "\U0001f971" in "".join(e.description or "" for e in signing(world, "Celina").embeds)
    for other in ("Borys", "Dmitri"):
        assert "\U0001f971" not in "".join(e.description or "" for e in signing(world, other).embeds)


async def test_the_same_sign_taken_off_and_put_on_again_is_another_sign(world: DiscordWorld) -> None:
    await open_party(world)
    await react(world, "Ada", "yawn")
    first = table_in(world).sign_of(seat_number(world, "Ada"))
    await unreact(world, "Ada", "yawn")
    assert table_in(world).sign_of(seat_number(world, "Ada")) == first
    await react(world, "Ada", "yawn")
    assert table_in(world).sign_of(seat_number(world, "Ada")) != first


async def test_the_pad_shows_the_age_of_a_sign_and_drops_it_with_the_deal(world: DiscordWorld) -> None:
    await open_party(world)
    await react(world, "Ada", "yawn")
    made = table_in(world).sign_of(seat_number(world, "Ada"))
    assert made is not None
    await world.pass_time(19)
    assert f"\U0001f971, <t:{int(made.at)}:R>" in pad_text(world, "Celina")
    await call(world, "Borys", "Kent!")
    assert table_in(world).deal == 2
    assert "\U0001f971" not in pad_text(world, "Celina")
    assert "has not made a sign in this deal yet" in pad_text(world, "Celina")


async def test_the_pad_of_buttons_never_asks_for_a_reaction(world: DiscordWorld) -> None:
    await open_party(world, agree=False)
    asked = said(await world.click("Ada", "My signs"))
    assert "Press a sign to propose it" in asked
    assert "eact" not in asked
    await agree_on(world, "Ada", "Celina", "wink")
    await agree_on(world, "Borys", "Dmitri", "nose")
    assert "eact" not in said(await world.click("Ada", "My signs"))
    answer = said(await world.click("Ada", id_prefix="b:sign:"))
    made = table_in(world).sign_of(seat_number(world, "Ada"))
    assert made is not None
    assert f"**Celina** got your sign: <t:{int(made.at)}:R>" in answer


def pad_text(world: DiscordWorld, name: str) -> str:
    return "\n".join(embed.description or "" for embed in signing(world, name).embeds)


@pytest.mark.thorough
async def test_a_party_of_four_plays_to_ten_points_by_clicks(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_party(world)
    match_id = table_in(world).id
    for _ in range(400):
        if tables_of(world).cached_in(world.channel.id) is None:
            break
        lucky = sorted(melds(world))
        if lucky:
            await call(world, PARTNER[lucky[0]], "Kent!")
        else:
            await pass_one(world)
    table = await tables_of(world).find(match_id)
    assert table is not None
    assert table.status is Status.OVER
    assert table.match is not None
    assert max(table.match.scores) == 10
    text = everything_said(world)
    assert "calls “Kent!”" in text
    assert "deals were played" in text
    for name in PARTY:
        assert "this pad is closed" in direct_words(world, name)


async def test_of_two_calls_at_once_the_first_counts_and_the_second_is_told_so(world: DiscordWorld) -> None:
    await open_party(world)
    kent = world.button("Ada", "Kent!")
    stop = world.button("Borys", "Stop Kent!")
    await world.press("Ada", kent)
    await world.press("Borys", stop)
    first, second = await world.race(("Ada", kent), ("Borys", stop))
    assert not first.followups
    assert "was faster" in said(second)
    assert dealt_view(match_in(world)).deal == 2
    assert len([event for event in match_in(world).events if event.kind == "called"]) == 1


async def test_a_call_holds_although_a_tile_was_passed_meanwhile(world: DiscordWorld) -> None:
    await open_party(world)
    await world.press("Ada", on_board(world, "Kent!"))
    confirm = world.button("Ada", id_prefix="b:accuse:")
    await pass_one(world)
    await world.press("Ada", confirm)
    assert dealt_view(match_in(world)).deal == 2


@pytest.mark.usefixtures("all_have_played")
async def test_a_late_holder_passes_automatically_and_keeps_the_seat_once(world: DiscordWorld) -> None:
    await open_party(world)
    late = holder(world)
    await world.pass_time(25)
    assert holder(world) != late
    seat = table_in(world).seats[seat_number(world, late)]
    assert seat.late == 1
    assert not seat.away


async def test_pads_are_found_again_after_a_restart(world: DiscordWorld) -> None:
    await open_party(world)
    pad = signing(world, "Ada")
    await world.restart()
    await react(world, "Ada", "ear", pad)
    assert "\U0001f442" in "".join(e.description or "" for e in signing(world, "Celina").embeds)


async def test_the_hand_offers_four_passes_and_calls_then_three_tiles(world: DiscordWorld) -> None:
    await open_party(world)
    name = holder(world)
    await look(world, name)
    assert len([one for one in move_buttons(world, name) if ":pass " in one.custom_id]) == 4
    assert "Biskent!" in words_in(hand_of(world, name) or {})
    assert await pass_one(world) == name
    hand = hand_of(world, name)
    assert not [one for one in move_buttons(world, name) if ":pass " in one.custom_id]
    assert len(match_in(world).view(seat_number(world, name)).hand) == 3
    assert "Biskent!" in words_in(hand or {})


async def test_a_hand_with_a_meld_asks_for_a_sign_then_names_its_owner(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(seed_of_first_deal({0}))
    await open_party(world)
    before = "\n".join(map(words_in, shown(world)))
    await look(world, "Ada")
    await look(world, "Borys")
    own, other = (words_in(hand_of(world, name) or {}) for name in ("Ada", "Borys"))
    assert "**You hold a meld!** Make your sign to **Celina**: 😉 **wink**." in own
    assert "You hold a meld!" not in other
    assert "\n".join(map(words_in, shown(world))) == before
    pads = [
        next(one for one in buttons(hand_of(world, name) or {}) if one.label == "My signs") for name in ("Ada", "Borys")
    ]
    assert len({one.custom_id for one in pads}) == 1
    await react(world, "Ada", "wink")
    await look(world, "Ada")
    assert "**You hold a meld!** **Celina** has your sign." in words_in(hand_of(world, "Ada") or {})


@pytest.mark.parametrize(
    ("tells", "told"),
    some_of([("sign", "Ada makes a sign: sneeze."), ("gesture", "Ada makes a sign."), ("none", "")], 1),
)
async def test_a_sign_stays_beside_its_player_for_the_deal_as_far_as_shown(
    world: DiscordWorld, tells: str, told: str
) -> None:
    await open_party(world, options=f"tells={tells}, tempo=none")

    def described() -> str:
        (picture,) = board_of(world)["attachments"]
        return str(picture["description"])

    before = described()
    await react(world, "Ada", "sneeze")
    assert described() == (f"{before}. {told}" if told else before)
    for _ in range(12):  # the lines on the board are about other things by now
        await pass_one(world)
    assert described().endswith(told)
    await world.click("Borys", "Menu")
    assert told in said(await world.click("Borys", id_prefix="b:letters:"))
    await call(world, "Celina", "Kent!")
    assert "makes a sign" not in described()


async def test_the_first_deal_of_people_runs_at_half_speed_even_after_a_restart(world: DiscordWorld) -> None:
    await open_party(world, options="tempo=20")

    def seconds() -> float:
        return (table_in(world).turn_deadline or 0.0) - bot_of(world).services.now()

    line = "🐢 Half speed for this deal, the first one of **Ada**, **Borys**, **Celina** and **Dmitri**."
    assert line in texts_in(board_of(world))
    assert 35 < seconds() <= 40
    await world.restart()
    await pass_one(world)
    assert 35 < seconds() <= 40
    assert line in texts_in(board_of(world))
    await call(world, "Ada", "Kent!")
    assert "Half speed" not in texts_in(board_of(world))
    assert 15 < seconds() - AFTER_CALL_S <= 20
