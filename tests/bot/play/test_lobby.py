"""The lobby: opening, sitting, changing, starting."""

from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle
from simcord.components import walk_components

from bot.messages.parts.components import Kind
from bot.tables.time_controls import LOBBY_S
from storage.database import Busy
from storage.matches import Player
from tests import simulation
from tests.bot.play.at_table import (
    FIRST_OPENS,
    end_table,
    everything_said,
    forged,
    hand_of,
    look,
    mover,
    open_match,
    play_one,
    said,
    set_for_server,
    spoken_name,
    table_in,
    tables_of,
    texts_in,
    user_id,
)
from tests.chance import KnownChance
from tests.discord_world import BY_CHANNEL, DiscordWorld, Route


async def busy(*_: Any) -> None:
    raise Busy("locked")


def seats(world: DiscordWorld, channel: str = "dominoes") -> list[str]:
    return [seat.name or seat.player.value for seat in table_in(world, channel).seats]


def no_table(world: DiscordWorld, channel: str = "dominoes") -> bool:
    return tables_of(world).cached_in(world.channels[channel].id) is None


def add_channel(world: DiscordWorld, name: str, handle: ChannelHandle) -> None:
    assert isinstance(world.channels, dict)
    world.channels[name] = handle


async def test_the_lobby_says_the_game_the_seats_the_options_and_the_clock(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="five_to_fourteen", clock="quick")
    text = everything_said(world)
    for words in ("Five to Fourteen: a table is open", "**Ada** · Host", "free", "full match", "quick — 45 seconds"):
        assert words in text


async def test_who_joins_sits_down_and_everybody_sees_it(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Borys", "Join")
    assert seats(world) == ["Ada", "Borys"]
    assert "**Borys**" in everything_said(world, "Celina")
    assert len(world.messages()) == 1


async def test_joining_twice_is_refused_with_a_word(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    answer = await world.click("Ada", "Join")
    assert answer.ephemeral
    assert said(answer) == "You already have a seat at this table."
    assert seats(world) == ["Ada"]


async def test_a_full_table_takes_nobody_more(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    join = world.button("Celina", "Join")
    await world.click("Borys", "Join")
    assert "Join" not in world.labels("Celina")
    assert said(await world.press("Celina", join)) == "All seats are taken."


async def test_two_who_join_at_once_do_not_get_the_same_seat(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    join = world.button("Borys", "Join")
    first, second = await world.race(("Borys", join), ("Celina", join))
    assert first.acknowledged
    assert second.acknowledged
    # What each has set is read before, so either may be quicker; Borys reads Polish.
    late = {"Borys": (second, "All seats are taken."), "Celina": (first, "Wszystkie miejsca są zajęte.")}
    host, quicker = seats(world)
    assert host == "Ada"
    answer, sentence = late[quicker]
    assert said(answer) == sentence


async def test_who_leaves_the_lobby_frees_the_seat(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Borys", "Join")
    await world.click("Borys", "More…")
    await world.click("Borys", id_prefix="b:leave")
    assert seats(world) == ["Ada"]
    await world.click("Celina", "More…")
    assert said(await world.click("Celina", "Leave")) == "You don't have a seat at this table."


async def test_when_the_host_leaves_the_next_person_becomes_host(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Borys", "Join")
    await world.click("Ada", "More…")
    await world.click("Ada", "Leave")
    assert table_in(world).stored.host_id == user_id(world, "Borys")
    assert "**Borys** · Host" in everything_said(world)


async def test_the_last_to_leave_closes_the_lobby_and_frees_the_channel(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Ada", "More…")
    await world.click("Ada", "Leave")
    assert no_table(world)
    assert "This table is closed" in everything_said(world)
    assert world.labels("Ada") == ["Fair shuffle"]
    await world.slash("Borys", "play", game="block")
    assert seats(world) == ["Borys"]


async def test_the_host_adds_a_computer_and_sends_it_away_again(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Ada", "Add computer")
    assert [seat.player for seat in table_in(world).seats] == [Player.PERSON, Player.REGULAR]
    await world.click("Ada", "More…")
    await world.click("Ada", "Remove")
    await world.select("Ada", ["1"], id_prefix="s:remove")
    await world.click("Ada", "More…")
    assert (await world.select("Ada", ["casual"], id_prefix="s:level")).acknowledged
    await world.click("Ada", "Add computer")
    assert [seat.player for seat in table_in(world).seats] == [Player.PERSON, Player.CASUAL]
    assert spoken_name(world, 1).endswith(" · Computer (casual)**")
    assert spoken_name(world, 1) in everything_said(world)
    await world.click("Ada", "More…")
    await world.click("Ada", "Remove")
    await world.select("Ada", ["1"], id_prefix="s:remove")
    assert seats(world) == ["Ada"]


async def test_the_level_that_was_chosen_is_remembered_for_new_tables(world: DiscordWorld) -> None:
    await set_for_server(world, "computer", "strong")
    await world.slash("Ada", "play", game="block")
    await world.click("Ada", "Add computer")
    assert table_in(world).seats[1].player is Player.STRONG
    await world.click("Ada", "More…")
    await world.select("Ada", ["master"], id_prefix="s:level")
    await world.click("Ada", "More…")
    await world.click("Ada", "Cancel")
    await world.slash("Ada", "play", game="kent")
    await world.click("Ada", "More…")
    await world.click("Ada", "Fill seats")
    assert {seat.player for seat in table_in(world).seats[1:]} == {Player.MASTER}
    await world.slash("Borys", "play", channel="second-table", game="block")
    await world.click("Borys", "Add computer", channel="second-table")
    assert table_in(world, "second-table").seats[1].player is Player.STRONG
    assert "Level of computers**: master" in said(await world.slash("Ada", "settings"))


async def test_one_click_fills_all_seats(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="full_speed")
    await world.click("Ada", "More…")
    await world.click("Ada", "Fill seats")
    assert len(table_in(world).seats) == 4
    assert "Fill seats" not in world.labels("Ada")
    await world.click("Ada", "More…")
    assert "Fill seats" not in world.labels("Ada"), "it is shut while no seat is free"


async def test_the_menu_of_a_started_lobby_says_so(begun: DiscordWorld) -> None:
    match_id = table_in(begun).id
    [answer] = await simulation.deliver(begun.env, forged(begun, "Celina", "b", Kind.LOBBY_MENU, match_id, "0", "", ""))
    assert "already started" in said(answer)


async def test_the_host_sees_their_hand_when_the_match_starts(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Borys", "Join")
    answer = await world.click("Ada", "Start")
    assert answer.ephemeral
    assert "Your hand" in said(answer)


@pytest.mark.parametrize(("waits_s", "opens"), [(13 * 60, True), (15 * 60, False)])
async def test_a_joiner_s_hand_opens_at_the_start_while_their_click_can_be_answered(
    world: DiscordWorld, waits_s: float, *, opens: bool
) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Borys", "Join")
    await world.pass_time(waits_s)
    await world.click("Ada", "Start")
    assert hand_of(world, "Ada") is not None
    hand = hand_of(world, "Borys")
    assert ("### Twoje kamienie" in texts_in(hand) if hand else False) == opens


async def test_who_left_the_lobby_gets_no_hand(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Borys", "Join")
    await world.click("Borys", "More…")
    await world.click("Borys", id_prefix="b:leave")
    await world.click("Celina", "Join")
    await world.click("Ada", "Start")
    left, joined = hand_of(world, "Borys"), hand_of(world, "Celina")
    assert left is None or "### Twoje kamienie" not in texts_in(left)
    assert joined is not None
    assert "### Your hand" in texts_in(joined)


async def test_a_computer_can_be_named_with_play_itself(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block", computer="regular")
    assert [seat.player for seat in table_in(world).seats] == [Player.PERSON, Player.REGULAR]
    assert len(world.messages()) == 1


async def test_what_is_the_host_s_is_refused_to_others_with_their_name(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="five_to_fourteen")
    for label in ("Add computer", "Options", "Start"):
        answer = await world.click("Celina", label)
        assert answer.ephemeral, label
        assert said(answer) == "Only the host can do that: **Ada**.", label
        assert seats(world) == ["Ada"], label


async def test_starting_too_early_says_why_not(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    assert "1 more player is needed." in everything_said(world)
    answer = await world.click("Ada", "Start")
    assert answer.ephemeral
    assert said(answer) == "1 more player is needed."


async def test_options_are_changed_with_selects(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="five_to_fourteen")
    await world.click("Ada", "Options")
    await world.select("Ada", ["1"], id_prefix="s:option")
    await world.select("Ada", ["slow"], id_prefix="s:clock")
    assert table_in(world).stored.options == {"rounds": "one"}
    assert table_in(world).stored.clock == "slow"
    assert "one round of ten deals" in everything_said(world)
    assert "slow — 2 days for a turn" in everything_said(world)


async def test_a_number_that_an_option_does_not_offer_is_typed_into_a_form(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="plus_minus")
    await world.click("Ada", "Options")
    form = await world.click("Ada", "Limit: another number")
    await world.submit("Ada", form, number=" 35")
    assert table_in(world).stored.options == {"limit": 35}
    assert "Limit: 35" in everything_said(world)
    assert choices_of(world, "Ada") == {
        "Limit: 60": False,
        "Limit: 100": False,
        "Limit: 120": False,
        "Limit: 35": True,
    }
    await world.select("Ada", ["0"], id_prefix="s:option")
    assert table_in(world).stored.options == {"limit": 60}
    assert "Limit: 35" not in choices_of(world, "Ada")


def choices_of(world: DiscordWorld, name: str) -> dict[str, bool]:
    """Return a select's choices, and whether chosen."""
    parts = (part for _, part in world._parts(name, "dominoes"))
    found = next(part for part in parts if str(part["custom_id"]).startswith("s:option"))
    return {one["label"]: bool(one.get("default")) for one in found["options"]}


async def test_a_number_out_of_range_is_refused_and_nothing_changes(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="plus_minus")
    await world.click("Ada", "Options")
    for typed in ("19", "501", "x", "3.5"):
        form = await world.click("Ada", "Limit: another number")
        answer = await world.submit("Ada", form, number=typed)
        assert said(answer) == f"“{typed}” is not possible for limit. Allowed: 60, 100, 120 (20–500)."
        assert table_in(world).stored.options.get("limit", 100) == 100


async def test_options_can_be_given_with_play(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="five_to_fourteen", options=" rounds = ONE ")
    assert table_in(world).stored.options == {"rounds": "one"}


async def test_a_wrong_option_is_answered_with_the_allowed_values(world: DiscordWorld) -> None:
    for game, options, answer in (
        ("five_to_fourteen", "rounds=three", "“three” is not possible for rounds. Allowed: full, one."),
        ("five_to_fourteen", "rounds", "“” is not possible for rounds. Allowed: full, one."),
        ("plus_minus", "limit=19", "“19” is not possible for limit. Allowed: 60, 100, 120 (20–500)."),
        ("plus_minus", "limit=x", "“x” is not possible for limit. Allowed: 60, 100, 120 (20–500)."),
        ("five_to_fourteen", "rounds=35", "“35” is not possible for rounds. Allowed: full, one."),
        ("five_to_fourteen", "limit=60", "Five to Fourteen has no option “limit”. Its options: rounds."),
        ("block", "rounds=one", "Block with Bonus has no options."),
    ):
        told = await world.slash("Ada", "play", game=game, options=options)
        assert told.ephemeral
        assert said(told) == answer
        assert no_table(world)
        assert world.messages() == []


async def test_what_somebody_writes_as_an_option_neither_formats_nor_mentions(world: DiscordWorld) -> None:
    told = await world.slash("Ada", "play", game="five_to_fourteen", options="rounds=**@everyone**")
    assert "@everyone" not in said(told)
    assert "**" not in said(told).replace("\\*", "")


async def test_a_second_play_points_to_the_first_table_with_a_link(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    board = world.messages()[0]
    answer = await world.slash("Borys", "play", game="five_to_fourteen")
    assert answer.ephemeral
    assert board.jump_url in said(answer)
    assert len(world.messages()) == 1


async def test_of_two_plays_at_one_instant_the_second_is_shown_the_table(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.slash("Ada", "play", game="block")
    board = world.messages()[0]

    async def free(_channel_id: int) -> None:
        """Return no lobby, as before the first save."""

    monkeypatch.setattr(tables_of(world), "in_channel", free)
    answer = await world.slash("Borys", "play", game="block")
    assert answer.ephemeral
    assert board.jump_url in said(answer)
    assert [message.id for message in world.messages()] == [board.id]


async def test_each_channel_has_a_table_of_its_own(world: DiscordWorld) -> None:
    await open_match(world, "Borys")
    await open_match(world, "Dmitri", host="Celina", channel="second-table")
    assert table_in(world).id != table_in(world, "second-table").id


async def test_a_thread_is_a_channel_of_its_own(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    thread = world.env.backend.create_thread(world.channel.id, "a thread", user_id(world, "Borys"))
    add_channel(world, "thread", ChannelHandle(world.env, world.guild, thread))
    await world.env.settle()
    await open_match(world, "Dmitri", host="Borys", channel="thread", clock="none")
    await play_one(world, "thread")
    assert table_in(world, "thread").revision >= 1
    assert seats(world) == ["Ada"]


async def test_a_thread_that_is_deleted_takes_its_table_along(world: DiscordWorld) -> None:
    thread = world.env.backend.create_thread(world.channel.id, "a thread", user_id(world, "Borys"))
    add_channel(world, "thread", ChannelHandle(world.env, world.guild, thread))
    await world.env.settle()
    await open_match(world, "Dmitri", host="Borys", channel="thread")
    match_id = table_in(world, "thread").id
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    table = await tables_of(world).find(match_id)
    assert table is not None
    assert not table.status.is_live


async def test_the_host_calls_the_lobby_off(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    join = world.button("Celina", "Join")
    await world.click("Celina", "More…")
    assert said(await world.click("Celina", "Cancel")) == "Only the host (**Ada**) or a moderator can do that."
    await world.click("Ada", "More…")
    await world.click("Ada", "Cancel")
    assert no_table(world)
    assert "This table is closed; the match did not start." in everything_said(world)
    late = await world.press("Celina", join)
    assert "This table is closed. Open a new one with " in said(late)


async def test_a_lobby_in_which_nothing_happens_closes_by_itself(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.pass_time(LOBBY_S - 60)
    await world.click("Borys", "Join")
    await world.pass_time(LOBBY_S - 60)
    assert not no_table(world), "each change gives it the whole time again"
    await world.pass_time(120)
    assert no_table(world)
    assert "This table is closed" in everything_said(world)


async def test_a_channel_not_allowed_is_refused_with_the_allowed_ones(world: DiscordWorld) -> None:
    await set_for_server(world, "channels", world.channels["second-table"])
    answer = await world.slash("Borys", "play", game="block")
    assert answer.ephemeral
    assert world.channels["second-table"].mention in said(answer)
    await world.slash("Borys", "play", channel="second-table", game="block")
    assert seats(world, "second-table") == ["Borys"]


async def deny(world: DiscordWorld, name: str, **denied: bool) -> None:
    handle = world.guild.create_text_channel(
        name, overwrites={world.guild.default_role: discord.PermissionOverwrite(**denied)}
    )
    add_channel(world, name, handle)
    await world.env.settle()


async def test_where_the_bot_may_not_write_the_missing_permission_is_named(
    world: DiscordWorld,
) -> None:
    await deny(world, "quiet", send_messages=False)
    answer = await world.slash("Ada", "play", channel="quiet", game="block")
    assert answer.ephemeral
    assert "I lack permissions here: Send Messages" in said(answer)
    assert no_table(world, "quiet")


async def test_without_the_right_to_attach_files_the_board_is_in_letters(world: DiscordWorld) -> None:
    await deny(world, "plain", attach_files=False)
    await open_match(world, "Borys", channel="plain", clock="none")
    await play_one(world, "plain")
    board = world.messages(channel="plain")[0]
    assert board.attachments == []
    assert "missing permissions: Attach Files" in everything_said(world, channel="plain")


async def test_where_the_bot_may_not_embed_a_match_is_played_in_plain_text(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await deny(world, "letters", embed_links=False)
    await world.slash("Ada", "play", channel="letters", game="block", clock="none")
    await world.click("Borys", "Join", "letters")
    await world.click("Ada", "Start", "letters")
    await play_one(world, "letters")
    board = world.messages(channel="letters")[0]
    assert board.embeds == []
    assert "missing permissions: Embed Links" in board.content
    assert "to play" in board.content


async def test_a_name_that_looks_like_markdown_and_a_mention_is_neither(world: DiscordWorld) -> None:
    odd = "@everyone **x** `y`"
    world.env.backend.get_member(world.guild.id, user_id(world, "Borys")).nick = odd
    await open_match(world, "Borys", clock="none", host="Ada")
    await look(world, "Ada")
    await play_one(world)
    sent = [entry.json for entry in world.env.http_requests if isinstance(entry.json, dict)]
    texts = [text for message in sent for text in readable(message)]
    assert any("everyone" in text for text in texts)
    assert not [text for text in texts if "@everyone" in text]
    assert not [text for text in texts if "**x**" in text.replace("\\*", "")]
    mentioning = [message["allowed_mentions"] for message in sent if "allowed_mentions" in message]
    assert mentioning
    assert not [one for one in mentioning if {"everyone", "roles"} & set(one.get("parse", []))]


def readable(message: dict[str, Any]) -> list[str]:
    """Return a sent message's texts with active markup."""
    message = message.get("data") or message
    texts = [message.get("content") or ""]
    for embed in message.get("embeds") or []:
        texts += [embed.get("title") or "", embed.get("description") or ""]
        texts += [text for field in embed.get("fields") or [] for text in (field["name"], field["value"])]
    return [*texts, *(part.get("content") or "" for part in walk_components(message.get("components") or []))]


async def test_an_unsaved_lobby_is_not_shown_and_the_next_one_is_public(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("storage.matches.add", busy)
        answer = await world.slash("Ada", "play", game="block")
    assert answer.ephemeral
    assert "I couldn't save that just now" in said(answer)
    assert no_table(world)
    await open_match(world, "Borys", channel="dominoes")
    assert len(world.messages()) >= 1, "the board is for everybody"


async def test_a_rematch_after_a_play_that_was_not_saved_is_posted_for_everybody(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_match(world, "Borys")
    await end_table(world, "Ada")
    with monkeypatch.context() as patch:
        patch.setattr("storage.matches.add", busy)
        await world.slash("Ada", "play", game="block", channel="second-table")
    await open_match(world, "Borys", channel="second-table")
    assert hand_of(world, "Celina", "second-table") is None
    assert world.messages(channel="second-table")


async def test_a_lobby_is_posted_by_message_when_the_command_cannot_be_answered(world: DiscordWorld) -> None:
    world.fail(Route.ANSWER, 500)
    await world.slash("Ada", "play", game="block")
    await world.pass_time(5)
    assert seats(world) == ["Ada"]
    assert len(world.messages()) == 1
    await world.click("Borys", "Join")
    assert seats(world) == ["Ada", "Borys"]


@BY_CHANNEL
async def test_play_answers_at_once_even_while_the_channel_waits_for_another_try(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    world.fail(Route.EDIT, 500, times=None)
    await look(world, mover(world))
    await end_table(world, "Ada")
    await world.click("Ada", "Resign")
    world.heal()
    world.moment = 0
    answer = await world.slash("Celina", "play", game="block")
    assert answer.acknowledged


async def test_the_rules_button_of_the_lobby_answers_anyone(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="block")
    await world.click("Dmitri", "More…")
    answer = await world.click("Dmitri", id_prefix="b:rules")
    assert answer.ephemeral
    assert "Правила" in said(answer)


async def test_everything_in_the_lobby_is_in_the_server_s_language(world: DiscordWorld) -> None:
    await set_for_server(world, "language", "pl")
    await world.slash("Ada", "play", game="block", clock="none")
    assert "Dołącz" in world.labels("Celina")
    assert "Zegar" in everything_said(world)
