"""Solitaires by clicks: play, undo, hints, giving up."""

import asyncio
import json
import time
from types import SimpleNamespace

import discord
import pytest

import games
from bot.tables.clocks import Clocks
from bot.tables.processes import Signals
from games.core.solitaire import Solitaire
from games.solitaires.solver import Hint, SearchVerdict
from storage.database import Full
from storage.matches import Player
from storage.solo import SoloStatus
from tests.bot.play.at_table import (
    bot_of,
    buttons,
    everything_said,
    hand_of,
    tables_of,
    texts_in,
    user_id,
    words_in,
)
from tests.bot.play.solo.at_solo import (
    DEAD_END,
    WINNABLE,
    button,
    load_open,
    load_solo,
    make,
    message_of,
    press,
    solo_of,
    solve_by_clicks,
)
from tests.chance import KnownChance
from tests.discord_world import Button, DiscordWorld
from tests.needs import some_of


@pytest.mark.parametrize("game", some_of(games.SOLITAIRES, 1))
async def test_a_whole_solitaire_takes_at_most_two_clicks_a_move(
    world: DiscordWorld, chance: KnownChance, game: str
) -> None:
    chance.fix_seed(WINNABLE[game])
    answer = await world.slash("Ada", "play", game=game)
    assert not answer.ephemeral
    [begun] = await load_open(world)
    assert await solve_by_clicks(world) <= 2
    result, log = await load_solo(world, begun.id)
    assert (result.status, result.open, result.helped, result.counted) == (SoloStatus.SOLVED, False, False, True)
    assert result.moves == result.revision == len(log)
    assert result.ended_at == log[-1].at
    assert "Solved without help" in everything_said(world)
    assert "went wrong" not in everything_said(world, "Ada")
    assert await load_open(world) == ()


# --- Taking back ------------------------------------------------------------------------------------------------------


async def test_moves_are_taken_back_to_the_start_and_made_again(pyramid: DiscordWorld) -> None:
    for move in DEAD_END:
        await make(pyramid, move)
    await press(pyramid, "soloundo")
    assert (await solo_of(pyramid)).line == (DEAD_END[:1], DEAD_END[1:])
    await press(pyramid, "soloundo")
    solo = await solo_of(pyramid)
    assert (solo.line.played, solo.stored.moves, solo.stored.helped) == ((), 0, True)
    assert not any(":soloundo:" in one.custom_id for one in buttons(message_of(pyramid, solo.id)))
    await press(pyramid, "soloredo")
    await press(pyramid, "soloredo")
    assert (await solo_of(pyramid)).line == (DEAD_END, ())


async def test_a_restart_takes_all_back_and_can_be_taken_back_itself(pyramid: DiscordWorld) -> None:
    await make(pyramid, DEAD_END[0])
    await make(pyramid, "pair 6-2=2-2")
    await press(pyramid, "solorestart")
    assert (await solo_of(pyramid)).line.played == ()
    await press(pyramid, "soloredo")
    await press(pyramid, "soloredo")
    assert (await solo_of(pyramid)).line.played == (DEAD_END[0], "pair 6-2=2-2")


async def test_a_dead_end_is_lost_until_it_is_taken_back(pyramid: DiscordWorld) -> None:
    for move in DEAD_END:
        await make(pyramid, move)
    solo = await solo_of(pyramid)
    assert (await load_solo(pyramid, solo.id))[0].status is SoloStatus.STUCK
    assert "No moves are left" in everything_said(pyramid)
    await press(pyramid, "soloundo")
    result, _ = await load_solo(pyramid, solo.id)
    assert (result.status, result.ended_at, result.moves) == (SoloStatus.PLAYING, None, 1)


async def test_a_win_cannot_be_taken_back(pyramid: DiscordWorld) -> None:
    solo_id = (await load_open(pyramid))[0].id
    await solve_by_clicks(pyramid, leave=1)
    old = button(pyramid, solo_id, "soloundo")
    await solve_by_clicks(pyramid)
    won, log = await load_solo(pyramid, solo_id)
    await pyramid.press("Ada", old)
    assert await load_solo(pyramid, solo_id) == (won, log)
    assert won.status is SoloStatus.SOLVED


async def test_a_click_on_an_old_picture_shows_how_it_lies_now_and_does_nothing(pyramid: DiscordWorld) -> None:
    solo_id = (await load_open(pyramid))[0].id
    old = button(pyramid, solo_id, "solomove", DEAD_END[0])
    await make(pyramid, "pair 6-2=2-2")
    await pyramid.press("Ada", old)
    assert (await solo_of(pyramid)).line.played == ("pair 6-2=2-2",)
    assert "That was out of date" in everything_said(pyramid)


async def test_two_clicks_at_one_instant_make_one_move(pyramid: DiscordWorld) -> None:
    solo_id = (await load_open(pyramid))[0].id
    one, other = (button(pyramid, solo_id, "solomove", move) for move in (DEAD_END[0], "pair 6-2=2-2"))
    await pyramid.race(("Ada", one), ("Ada", other))
    assert len((await solo_of(pyramid)).line.played) == 1


# --- The solver -------------------------------------------------------------------------------------------------------


async def test_a_hint_names_a_move_that_wins_and_marks_the_result_as_helped(pyramid: DiscordWorld) -> None:
    await press(pyramid, "solohint")
    solo = await solo_of(pyramid)
    assert solo.stored.helped
    assert "💡" in everything_said(pyramid)
    lit = [
        part["custom_id"]
        for row in message_of(pyramid, solo.id)["components"]
        for part in row["components"]
        if part["style"] == 3
    ]
    assert len(lit) == 1
    assert ":solomove:" in lit[0]
    await solve_by_clicks(pyramid)
    assert "Solved with help: 14 moves" in everything_said(pyramid)


async def test_a_hint_survives_the_question_where_its_tile_goes_and_the_way_back(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(WINNABLE["seven_columns"])
    world.speak("Ada", "en-US")
    await world.slash("Ada", "play", game="seven_columns")
    solo_id = (await load_open(world))[0].id
    for _ in range(60):  # until the solver names a tile that can go to several columns
        await press(world, "solohint")
        hinted = _hint_line(world, solo_id)
        (lit,) = _lit(world, solo_id)
        if ":soloask:" in lit:
            break
        await press(world, "solomove", lit.split(":", 4)[4])
    else:
        pytest.fail("no hint asks where")
    await press(world, "soloask", lit.split(":", 4)[4])
    assert _hint_line(world, solo_id) == hinted
    (column,) = _lit(world, solo_id)
    _, _, place = column.split(":", 4)[4].partition("@")
    assert f"→ {place}" in hinted
    answers = [one for one in buttons(message_of(world, solo_id)) if ":solomove:" in one.custom_id]
    assert len(answers) > 1
    await press(world, "soloshow", "back")
    assert _hint_line(world, solo_id) == hinted
    assert _lit(world, solo_id) == [lit]
    await press(world, "soloask", lit.split(":", 4)[4])
    await press(world, "solomove", column.split(":", 4)[4])
    assert not any("💡 **" in line for line in texts_in(message_of(world, solo_id)).splitlines()), "it is done"


def _hint_line(world: DiscordWorld, solo_id: str) -> str:
    (line,) = (one for one in texts_in(message_of(world, solo_id)).splitlines() if one.startswith("💡"))
    return line


def _lit(world: DiscordWorld, solo_id: str) -> list[str]:
    """Return the addresses of a solitaire's green buttons."""
    return [
        part["custom_id"]
        for row in message_of(world, solo_id)["components"]
        for part in row["components"]
        if part.get("style") == 3
    ]


async def test_in_a_dead_end_a_hint_says_how_many_moves_to_take_back(pyramid: DiscordWorld) -> None:
    for move in DEAD_END:
        await make(pyramid, move)
    await press(pyramid, "solohint")
    text = everything_said(pyramid)
    assert "This deal can't be won from here. Take" in text
    await press(pyramid, "soloundo")
    await press(pyramid, "solohint")
    assert "that way it takes" in everything_said(pyramid)


async def test_giving_up_asks_first_then_shows_a_solution_if_any(pyramid: DiscordWorld) -> None:
    solo_id = (await load_open(pyramid))[0].id
    await make(pyramid, DEAD_END[0])
    await press(pyramid, "soloaskgiveup")
    assert "Give up?" in everything_said(pyramid)
    await press(pyramid, "sologiveup")
    result, log = await load_solo(pyramid, solo_id)
    assert (result.status, result.open, log[-1].move) == (SoloStatus.GAVE_UP, False, "finish")
    assert "This deal could be solved." in everything_said(pyramid)
    await pyramid.click("Ada", "Show me how")
    first = hand_of(pyramid, "Ada")
    assert first is not None
    assert "Step 0 of 14" in words_in(first)
    for step in range(1, 15):
        await pyramid.click("Ada", id_prefix=f"b:solutionstep:{solo_id}:{step}:")
        assert f"Step {step} of 14" in words_in(hand_of(pyramid, "Ada") or {})
    assert "Solved." in words_in(hand_of(pyramid, "Ada") or {})


async def test_no_solution_is_shown_of_what_can_still_be_played(pyramid: DiscordWorld) -> None:
    solo_id = (await load_open(pyramid))[0].id
    hint = button(pyramid, solo_id, "solohint")
    forged = hint.custom_id.replace("solohint", "solution")
    message = json.loads(json.dumps(hint.message).replace(hint.custom_id, forged))
    await pyramid.press("Ada", Button(message, forged, None))
    assert "You can see the solution when the deal is over" in words_in(hand_of(pyramid, "Ada") or {})


# --- What goes wrong --------------------------------------------------------------------------------------------------


async def test_a_move_that_cannot_be_saved_is_not_made(pyramid: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object, **__: object) -> None:
        raise Full("no room")

    with monkeypatch.context() as broken:
        broken.setattr("bot.tables.solo.live.solos.update", full)
        await make(pyramid, DEAD_END[0])
        assert "I couldn't save that just now" in words_in(hand_of(pyramid, "Ada") or {})
    solo = await solo_of(pyramid)
    assert (solo.revision, solo.line.played) == (0, ())
    await pyramid.press("Ada", button(pyramid, solo.id, "solomove", DEAD_END[0]))
    assert (await solo_of(pyramid)).line.played == DEAD_END[:1]


async def test_long_thinking_is_shown_and_can_be_called_off(
    pyramid: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_patience(*_: object, **__: object) -> None:
        """Time stands still while a click is under way."""

    monkeypatch.setattr("bot.requests.solo.solitaires.asyncio", SimpleNamespace(wait=no_patience))
    monkeypatch.setattr("bot.tables.solo.solving.find_hint", endless_hint)
    pyramid.moment = 0
    solo_id = (await load_open(pyramid))[0].id
    asked = asyncio.ensure_future(pyramid.press("Ada", button(pyramid, solo_id, "solohint")))
    solving = bot_of(pyramid).services.solo.solving
    for _ in range(200):
        if "⏳ Thinking" in everything_said(pyramid):
            break
        await asyncio.sleep(0.01)
    assert button(pyramid, solo_id, "solocalloff").label == "Stop"
    solving.call_off(user_id(pyramid, "Ada"))
    await asked
    assert "I couldn't find a hint" in everything_said(pyramid)
    assert not (await solo_of(pyramid)).stored.helped


def endless_hint(_match: Solitaire, *, signals: Signals) -> Hint:
    """Search until called off, or for a while."""
    until = time.monotonic() + 5
    while not signals.cancelled() and time.monotonic() < until:
        time.sleep(0.01)
    return Hint(SearchVerdict.UNKNOWN if signals.cancelled() else SearchVerdict.LOST)


async def test_no_computer_waits_for_the_solver(pyramid: DiscordWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.solo.solving.find_hint", endless_hint)
    solo = await solo_of(pyramid)
    tables, solving = tables_of(pyramid), bot_of(pyramid).services.solo.solving
    assert isinstance(tables._observers.timekeeper, Clocks)
    thinker = tables._observers.timekeeper._computers._thinker
    match = games.new_match("five_to_fourteen", seats=2, seed="a seed")
    with pyramid.env._bot_scope():
        hint = solving.hint(solo)
        seat = match.to_move()
        assert seat is not None
        assert await thinker.choose(match, seat, Player.REGULAR) in match.moves(seat)
        assert not hint.done()
        solving.call_off(solo.stored.user_id)
        assert (await hint).verdict is SearchVerdict.UNKNOWN


# --- The commands -----------------------------------------------------------------------------------------------------


async def test_solitaires_can_be_installed_for_a_user_and_used_anywhere(world: DiscordWorld) -> None:
    commands = {one.name: one for one in world.bot.tree.get_commands(type=discord.AppCommandType.chat_input)}
    for name in ("play", "daily"):
        told = commands[name].to_dict(world.bot.tree)
        assert sorted(told["integration_types"]) == [0, 1]
        assert sorted(told["contexts"]) == [0, 1, 2]
