"""A party of Kent: rematches, tally, signs, tempo."""

import re
from dataclasses import replace

import pytest

from bot.locales import LOCALES, words
from bot.tables.lobby import seats_for_rematch
from bot.tables.state import Table
from bot.tables.time_controls import AFTER_CALL_S, PACT_S
from storage import matches
from storage.matches import Player, Status, StoredMatch, StoredSeat
from tests.bot.play.at_table import (
    board_of,
    bot_of,
    command,
    everything_said,
    look,
    move_buttons,
    open_match,
    said,
    seat_number,
    set_for_server,
    table_in,
    tables_of,
)
from tests.bot.play.kent.at_kent import new_sign
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.needs import some_of

from .at_kent import PARTY, agree_on, call, direct_words, holder, open_party, react

BOTH = "kent 336"
"""Ada and Celina hold melds, Borys and Dmitri none; Celina holds four tiles."""

NAMES = ("Ada", "Borys", "Celina", "Dmitri", "Eva", "Filip")


async def play_short(world: DiscordWorld, options: str = "target=1") -> None:
    """Play a party to one point, ended by Ada's call."""
    await open_party(world, options=options)
    await call(world, "Ada", "Kent!")
    assert tables_of(world).cached_in(world.channel.id) is None


def partners(table: Table) -> set[frozenset[str]]:
    half = len(table.seats) // 2
    return {frozenset((table.seats[seat].name, table.seats[seat + half].name)) for seat in range(half)}


def over(names: tuple[str, ...], *, rotate: bool) -> Table:
    """Return a party of these people that is over."""
    stored = StoredMatch(
        id="m",
        guild_id=1,
        channel_id=2,
        host_id=10,
        game="kent",
        options={"rotate": rotate},
        status=Status.OVER,
        seed="s",
        revision=1,
        clock="none",
        deadline=None,
        warned=False,
        created_at=0,
        started_at=0,
        ended_at=1,
        board_id=None,
        board_at=None,
        locale="en",
        rematch_of=None,
    )
    seats = tuple(
        StoredSeat(seat=seat, user_id=10 + seat, player=Player.PERSON, name=name, late=1, away=True)
        for seat, name in enumerate(names)
    )
    return Table(stored, seats)


# --- Rematches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [4, 6])
def test_rotation_seats_everybody_with_everybody_once(count: int) -> None:
    table = over(NAMES[:count], rotate=True)
    met: list[frozenset[str]] = []
    for _ in range(count - 1):
        met += partners(table)
        table = replace(table, seats=seats_for_rematch(table))
        assert [seat.seat for seat in table.seats] == list(range(count))
        assert {seat.name for seat in table.seats} == set(NAMES[:count])
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    assert partners(table) == partners(over(NAMES[:count], rotate=True))


@pytest.mark.parametrize("count", [4, 6])
def test_without_rotate_all_keep_their_seats_and_late_marks_are_cleared(count: int) -> None:
    table = over(NAMES[:count], rotate=False)
    seats = seats_for_rematch(table)
    assert [seat.name for seat in seats] == list(NAMES[:count])
    assert not any(seat.away or seat.late for seat in seats)


async def test_kent_rematch_opens_a_lobby_with_the_same_pairs_and_options(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(BOTH)
    await play_short(world, options="target=1, tells=none")
    before = await _last(world)
    await world.click("Celina", "Rematch")
    table = table_in(world)
    assert table.status is Status.LOBBY
    assert [seat.name for seat in table.seats] == list(PARTY)
    assert table.stored.options == before.stored.options
    assert table.stored.rematch_of == before.id
    assert table.host_name == "Celina"


@pytest.mark.thorough
async def test_with_rotate_three_rematches_pair_each_player_with_each(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(BOTH)
    await play_short(world, options="target=1, rotate=on")
    met = [partners(await _last(world))]
    for _ in range(3):
        await world.click("Ada", "Rematch")
        await world.click("Ada", "Start")
        await world.pass_time(92)
        table = table_in(world)
        assert not table.agreeing
        met.append(partners(table))
        await call(world, str(table.seats[0].name), "Kent!")
        assert tables_of(world).cached_in(world.channel.id) is None
    assert len({pair for pairs in met for pair in pairs}) == 6
    assert met[3] == met[0]
    assert all(met[number] != met[number + 1] for number in range(3))


async def _last(world: DiscordWorld) -> Table:
    async with bot_of(world).services.database.read() as tx:
        match_id = await matches.last_over_in(tx, world.channel.id)
    table = await tables_of(world).newest(match_id or "")
    assert table is not None
    return table


async def test_a_rematch_while_a_party_is_running_is_refused(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(BOTH)
    await play_short(world)
    rematch = world.button("Ada", "Rematch")
    await world.press("Ada", rematch)
    first = table_in(world).id
    answer = await world.press("Borys", rematch)
    assert answer.ephemeral
    assert "went wrong" not in said(answer)
    assert table_in(world).id == first


# --- The tally --------------------------------------------------------------------------------------------------------


async def test_the_tally_counts_calls_in_a_running_match(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(BOTH)
    await open_party(world, options="target=2")
    await call(world, "Ada", "Kent!")  # Celina holds a meld
    answer = await world.slash("Dmitri", "tally")
    assert answer.ephemeral
    assert said(answer).splitlines()[2:] == [
        "",
        "**Kent**",
        "**Ada** · 0 matches, 0 won · 1 point · calls: 1 right, 0 wrong",
        "**Celina** · 0 matches, 0 won · 1 point · calls: 0 right, 0 wrong",
        "**Borys** · 0 matches, 0 won · 0 points · calls: 0 right, 0 wrong",
        "**Dmitri** · 0 matches, 0 won · 0 points · calls: 0 right, 0 wrong",
    ]


@pytest.mark.thorough
async def test_a_false_stop_is_a_bluff_of_those_who_were_accused(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(BOTH)
    await open_party(world)
    await call(world, "Ada", "Stop Biskent!")
    text = said(await world.slash("Ada", "tally"))
    assert "**Ada** · 0 matches, 0 won · 0 points · calls: 0 right, 1 wrong" in text
    assert "Best bluff: **Borys** and **Dmitri** tricked **Ada** into calling “Stop Biskent!”." in text


@pytest.mark.thorough
async def test_the_tally_of_another_channel_or_a_later_evening_is_empty(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(BOTH)
    await play_short(world)
    other = next(name for name in world.channels if name != "dominoes")
    answer = await command(world, "Ada", "tally", other)
    assert "No match has been finished here since then." in said(answer)
    everywhere = await command(world, "Ada", "tally", other, everywhere=True)
    assert "**Ada** · 1 match, 1 won · 1 point · calls: 1 right, 0 wrong" in said(everywhere)
    await world.pass_time(12 * 60 * 60 + 60)
    assert "No match has been finished here since then." in said(await world.slash("Ada", "tally"))


# --- New signs --------------------------------------------------------------------------------------------------------


async def test_before_the_first_pass_a_new_sign_is_agreed_on_at_once(world: DiscordWorld) -> None:
    await open_party(world)
    answer = await new_sign(world, "Ada")
    assert answer.ephemeral
    assert "Agree on a new sign now." in said(answer)
    assert table_in(world).agreeing
    assert not table_in(world).pact_of(seat_number(world, "Borys")).open
    await agree_on(world, "Ada", "Celina", "ear")
    assert table_in(world).pact_of(seat_number(world, "Ada")).sign == "ear"
    assert not table_in(world).agreeing


async def test_later_in_a_deal_a_new_sign_is_agreed_on_after_it(world: DiscordWorld) -> None:
    await open_party(world)
    first = holder(world)
    await look(world, first)
    await world.press(first, next(one for one in move_buttons(world, first) if ":pass " in one.custom_id))
    answer = await new_sign(world, "Borys")
    assert "You will agree on a new sign after this deal." in said(answer)
    assert "**Borys** and **Dmitri** want a new sign after this deal." in everything_said(world)
    assert not table_in(world).agreeing
    await call(world, "Ada", "Kent!")
    assert table_in(world).pact_of(seat_number(world, "Borys")).open
    assert not table_in(world).pact_of(seat_number(world, "Ada")).open
    await agree_on(world, "Borys", "Dmitri", "yawn")
    assert not table_in(world).agreeing


# --- The lobby and the tempo ------------------------------------------------------------------------------------------


async def test_a_clock_is_refused_with_a_hint_at_the_tempo(world: DiscordWorld) -> None:
    answer = await world.slash("Ada", "play", game="kent", clock="quick")
    assert answer.ephemeral
    assert "set it with the option tempo (20, 60, none)" in said(answer)
    assert tables_of(world).cached_in(world.channel.id) is None


async def test_the_lobby_shows_the_options_and_no_clock(world: DiscordWorld) -> None:
    await world.slash("Ada", "play", game="kent")
    text = everything_said(world)
    for line in (
        "Points to win: 10",
        "Time to pass a tile: 20 seconds",
        "What others see when you sign: the sign itself",
        "New partners with every rematch: off",
    ):
        assert line in text
    assert words("en")("clock.name") not in text
    answer = await world.click("Ada", "Options")
    assert len(answer.response.components if answer.response else ()) == 4  # one for each


@pytest.mark.usefixtures("all_have_played")
@pytest.mark.parametrize(("tempo", "early", "late"), [("20", 17, 6), ("60", 55, 8)])
async def test_a_holder_of_four_has_as_long_as_the_tempo_allows(
    world: DiscordWorld, tempo: str, early: int, late: int
) -> None:
    await open_party(world, options=f"tempo={tempo}")
    first = holder(world)
    await world.pass_time(early - 2 * world.moment)
    assert holder(world) == first
    await world.pass_time(late)
    assert holder(world) != first


@pytest.mark.thorough
async def test_without_a_tempo_nobody_s_tile_is_passed_for_them(world: DiscordWorld) -> None:
    await open_party(world, options="tempo=none")
    first = holder(world)
    await world.pass_time(24 * 60 * 60)
    assert holder(world) == first
    assert table_in(world).turn_deadline is None
    assert "⏳" not in str(board_of(world)["embeds"])


@pytest.mark.parametrize("locale", some_of(["pl", "ru"], 1))
async def test_a_party_can_be_played_in_every_language(world: DiscordWorld, chance: KnownChance, locale: str) -> None:
    chance.fix_seed(BOTH)
    assert locale in LOCALES
    w = words(locale)
    for name in PARTY:
        world.speak(name, locale)
    await set_for_server(world, "language", locale)
    await open_match(world, *PARTY[1:], game="kent", options="target=3")
    assert table_in(world).stored.locale == locale
    await react(world, "Ada", "wink")
    assert w("signs.wink") in direct_words(world, "Celina")
    await world.pass_time(91)
    for name, sign in (("Ada", "yawn"), ("Borys", "ear")):
        await react(world, name, sign)
    await world.click("Ada", w("board.button.signs"))
    first = holder(world)
    await look(world, first)
    await world.press(first, next(one for one in move_buttons(world, first) if ":pass " in one.custom_id))
    await new_sign(world, "Ada")
    await world.click("Borys", w("kent.call.stop-biskent"))
    await world.pass_time(PACT_S + AFTER_CALL_S + 1)
    await world.click("Ada", w("kent.call.stop"))
    await world.slash("Ada", "tally")
    seen = "\n".join([everything_said(world), *(direct_words(world, name) for name in PARTY)])
    seen += "".join(everything_said(world, name) for name in PARTY)
    assert "went wrong" not in seen
    assert w("error.generic", reference="").partition("`")[0].strip() not in seen
    assert not re.search(r"\b(kent|board\.kent|event|summary)\.[a-z]+\.?[a-z]*\b|\{[a-z]+\}", seen)
    for english in ("makes a sign", "points", "signal pad", "Your sign", "Wrong!", "Right!"):
        assert english not in seen
