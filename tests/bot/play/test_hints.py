"""Hints and the quiet coach by clicks: only alone with computers, and marked as help before anything is shown."""

from __future__ import annotations

from typing import Any

import pytest

from bot.coach.hints import requests
from bot.coach.reviews.reviewing import Reviews
from bot.messages.parts.components import Kind
from bot.tables import play
from bot.tables.live import Tables
from bot.tables.state import Person
from games import Match
from games.computers.judging import Judgement
from games.computers.reasons import AnsweredIn
from storage.database import Unavailable
from storage.matches import Player
from tests import simulation
from tests.bot.play.at_table import (
    FIRST_OPENS,
    board_of,
    bot_of,
    buttons,
    everything_said,
    forged,
    hand_of,
    look,
    open_lobby,
    open_match,
    play_one,
    said,
    set_own,
    stored_match,
    table_in,
    tables_of,
    texts_in,
    user_id,
)
from tests.bot.play.kent.at_kent import open_company
from tests.bot.play.solo.at_solo import solo_of
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld

pytestmark = pytest.mark.thorough

WARNED = "this match counts nowhere, not even in"
MARKED = "From now on this match counts nowhere."
COMPARED = "of 100 matches"
UNKNOWN = "I don't know that table any more."
REMARK = "Quiet coach: `4-4` was better than `0-0` by 12 points."


async def open_alone(world: DiscordWorld, chance: KnownChance, game: str = "block", **options: str) -> str:
    """Start a match of Ada, who leads, against computers; return its id."""
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, game=game, clock="none", computer="casual", **options)
    await look(world, "Ada")
    return table_in(world).id


async def open_for_chips(world: DiscordWorld, chance: KnownChance) -> str:
    """Start a match of Nos of Ada against computers, and wait for her turn; return its id."""
    chance.fix_seed("shuffle 4")
    await open_lobby(world, game="nos", clock="none", computer="casual")
    await world.click("Ada", "Add computer")
    await world.click("Ada", id_prefix="b:start")
    for _ in range(20):
        seat = table_in(world).to_move()
        if seat is not None and seat.user_id is not None:
            break
        await world.pass_time(5)
    await look(world, "Ada")
    return table_in(world).id


def hand_text(world: DiscordWorld, name: str = "Ada") -> str:
    hand = hand_of(world, name)
    assert hand is not None
    return texts_in(hand)


def has_hint(world: DiscordWorld, name: str = "Ada") -> bool:
    return any(button.custom_id.startswith("b:hint:") for button in buttons(hand_of(world, name)))


async def is_helped(world: DiscordWorld, match_id: str) -> bool:
    return (await stored_match(world, match_id)).helped


async def ask_by_force(world: DiscordWorld, name: str, match_id: str, revision: int = 0) -> str:
    """Send a click on a hint button that agrees already; return all answers to the person."""
    record, payload = forged(world, name, "b", Kind.HINT, match_id, str(revision), "yes", "")
    await simulation.deliver(world.env, (record, payload))
    await world.pass_time(world.moment)
    return everything_said(world, name)


# --- Hints ------------------------------------------------------------------------------------------------------------


async def test_the_first_hint_is_one_press_and_says_that_the_match_counts_nowhere(
    world: DiscordWorld, chance: KnownChance
) -> None:
    match_id = await open_alone(world, chance)
    await world.click("Ada", "Hint")
    assert await is_helped(world, match_id)
    assert COMPARED in hand_text(world)
    assert MARKED in hand_text(world)
    assert "Your turn" in hand_text(world)


async def test_where_chips_are_at_stake_the_first_hint_asks(world: DiscordWorld, chance: KnownChance) -> None:
    match_id = await open_for_chips(world, chance)
    assert WARNED in said(await world.click("Ada", "Hint"))
    assert not await is_helped(world, match_id)
    await world.click("Ada", "Show the hint")
    assert await is_helped(world, match_id)


async def test_a_second_hint_of_a_match_is_shown_at_once(world: DiscordWorld, chance: KnownChance) -> None:
    await open_alone(world, chance)
    await world.click("Ada", "Hint")
    await world.click("Ada", "Hint")
    assert COMPARED in hand_text(world)
    assert MARKED not in hand_text(world)


async def test_a_hint_gives_the_worth_of_both_moves_and_the_reasons(
    world: DiscordWorld, chance: KnownChance, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = (AnsweredIn("0-0", 84, 100), AnsweredIn("4-4", 41, 100))
    judgement = Judgement(0, "0-0", "4-4", 6400, 5200, 10, chips=False, solved=False, moves=(), reasons=reasons)
    monkeypatch.setattr(requests, "judge_best", lambda *_: judgement)
    await open_alone(world, chance)
    await world.click("Ada", "Hint")
    assert "💡 From here `4-4` wins 64 of 100 matches, `0-0` 52." in hand_text(world)
    assert "-# `0-0` lets the next player answer in 84 of 100 cases, `4-4` in 41." in hand_text(world)


async def test_a_double_click_takes_one_hint(world: DiscordWorld, chance: KnownChance) -> None:
    match_id = await open_alone(world, chance)
    button = world.button("Ada", "Hint")
    answers = [said(one) for one in await world.race(("Ada", button), ("Ada", button))]
    assert any("Your hint is on its way." in answer for answer in answers)
    assert any(COMPARED in text for text in everything_said(world, "Ada").split("---"))
    assert await is_helped(world, match_id)


async def test_a_hint_can_be_declined(world: DiscordWorld, chance: KnownChance) -> None:
    match_id = await open_for_chips(world, chance)
    await world.click("Ada", "Hint")
    await world.click("Ada", "Back")
    assert "Your turn" in hand_text(world)
    assert not await is_helped(world, match_id)


async def test_a_hint_is_gone_after_the_move(world: DiscordWorld, chance: KnownChance) -> None:
    await open_alone(world, chance)
    await world.click("Ada", "Hint")
    assert COMPARED in hand_text(world)
    await play_one(world)
    await world.pass_time(5)
    assert COMPARED not in hand_text(world)


async def test_the_board_tells_of_help_with_its_next_edit(world: DiscordWorld, chance: KnownChance) -> None:
    await open_alone(world, chance)
    before = board_of(world)
    await world.click("Ada", "Hint")
    assert board_of(world) == before
    await play_one(world)
    assert "with help, counts nowhere" in texts_in(board_of(world))


async def test_a_helped_match_says_so_in_the_history(world: DiscordWorld, chance: KnownChance) -> None:
    await open_alone(world, chance)
    await world.click("Ada", "Hint")
    while (table := tables_of(world).cached_in(world.channels["dominoes"].id)) is not None:
        seat = table.to_move()
        if seat is not None and seat.user_id is not None:
            await play_one(world)
        await world.pass_time(10)
    assert "a player had help" in said(await world.slash("Ada", "history"))


async def test_there_is_no_hint_between_people(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, "Celina", clock="none")
    await look(world, "Ada")
    assert not has_hint(world)
    assert "alone" in await ask_by_force(world, "Ada", table_in(world).id)
    assert not await is_helped(world, table_in(world).id)


async def test_there_is_no_hint_with_two_people_and_a_computer(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(FIRST_OPENS)
    await world.slash("Ada", "play", game="nos", clock="none", computer="casual")
    await world.click("Celina", id_prefix="b:join")
    await world.click("Ada", id_prefix="b:start")
    table = table_in(world)
    assert len(table.seats) > len(table.persons) == 2
    assert "alone" in await ask_by_force(world, "Ada", table.id)
    assert not await is_helped(world, table.id)


async def test_there_is_no_hint_at_the_table_of_another_person(world: DiscordWorld, chance: KnownChance) -> None:
    match_id = await open_alone(world, chance)
    assert "have a seat at this table" in await ask_by_force(world, "Celina", match_id)
    assert not await is_helped(world, match_id)


async def test_there_is_no_hint_in_kent(world: DiscordWorld) -> None:
    await open_company(world, "Ada", Player.CASUAL, Player.CASUAL, Player.CASUAL)
    assert "There are no hints in this game." in await ask_by_force(world, "Ada", table_in(world).id)
    assert not await is_helped(world, table_in(world).id)


async def test_a_solitaire_has_no_hint_of_this_kind(world: DiscordWorld, chance: KnownChance) -> None:
    await open_alone(world, chance)
    await world.slash("Celina", "play", game="pyramid")
    solo = await solo_of(world, "Celina")
    assert UNKNOWN in await ask_by_force(world, "Celina", solo.id)


async def test_out_of_turn_there_is_no_hint(world: DiscordWorld, chance: KnownChance) -> None:
    match_id = await open_alone(world, chance)
    world.moment = 0
    await play_one(world)
    assert not has_hint(world)
    assert COMPARED not in await ask_by_force(world, "Ada", match_id)
    assert COMPARED not in await ask_by_force(world, "Ada", match_id, 1)
    assert not await is_helped(world, match_id)


async def test_an_unsaved_mark_shows_no_hint(
    world: DiscordWorld, chance: KnownChance, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_alone(world, chance)

    async def fail(*_: Any, **__: Any) -> None:
        raise Unavailable("killed before the commit")

    monkeypatch.setattr(Tables, "apply", fail)
    await world.click("Ada", "Hint")
    assert COMPARED not in everything_said(world, "Ada")


async def test_a_kill_after_the_mark_keeps_it(
    world: DiscordWorld, chance: KnownChance, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await open_alone(world, chance)

    def die(*_: Any) -> None:
        raise MemoryError("killed")

    monkeypatch.setattr(requests, "judge_best", die)
    await world.click("Ada", "Hint")
    assert COMPARED not in everything_said(world, "Ada")
    assert await is_helped(world, match_id)
    monkeypatch.undo()
    await world.restart()
    await look(world, "Ada")
    await world.click("Ada", "Hint")
    assert COMPARED in hand_text(world)


async def test_a_hint_for_a_turn_that_is_over_is_not_shown(
    world: DiscordWorld, chance: KnownChance, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await open_alone(world, chance)
    person = Person(user_id(world, "Ada"), "Ada")

    async def move_meanwhile(*about: Any) -> Judgement | None:
        await tables_of(world).apply(match_id, play.move, person, 0, "0-0")
        return mistake(about[1], about[2], "", 0, "0-0")

    monkeypatch.setattr(bot_of(world).services.of(Reviews), "judge_now", move_meanwhile)
    await world.click("Ada", "Hint")
    assert "no hint for that turn" in hand_text(world)
    assert COMPARED not in everything_said(world, "Ada")


def mistake(_match: Match, _seat: int, _name: str, ply: int, text: str) -> Judgement:
    return Judgement(ply, text, "4-4", 5500, 4300, 10, chips=False, solved=False, moves=())


# --- The settings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "puzzles"),
    [("en", "Puzzles from my matches"), ("pl", "Zadania z moich meczów"), ("ru", "Задачи из моих матчей")],
)
async def test_a_toggle_is_switched_on_and_off_by_clicks(world: DiscordWorld, language: str, puzzles: str) -> None:
    preferences, ada = bot_of(world).services.preferences, user_id(world, "Ada")
    await set_own(world, "Ada", "language", language)
    for is_on in (True, False):
        await world.click("Ada", next(label for label in world.labels("Ada") if label.startswith(puzzles)))
        assert (await preferences.player(world.guild.id, ada)).gives_puzzles is is_on


async def test_an_unknown_value_of_a_toggle_is_refused(world: DiscordWorld) -> None:
    await world.slash("Dmitri", "play", game="block")
    await simulation.deliver(world.env, forged(world, "Ada", "b", Kind.SETTING, "", "0", "puzzles/2", ""))
    assert not (await bot_of(world).services.preferences.player(world.guild.id, user_id(world, "Ada"))).gives_puzzles
