"""Computers at Kent act alone, from permitted knowledge only."""

from dataclasses import replace
from random import Random

import pytest

from bot.messages.parts.components import Kind
from bot.tables import kent_computers, kent_decisions
from bot.tables.kent_decisions import Impulse, sight_of
from bot.tables.pacts import SIGNS
from bot.tables.play import rest_of_turn
from bot.tables.state import Sign, Table
from games.kent import KentView
from games.kent.computers import helps_least
from games.kent.match import Called
from storage.matches import COMPUTER_LEVELS, Player, Status
from tests.bot.play.at_table import (
    bot_of,
    everything_said,
    look,
    match_in,
    move_buttons,
    said,
    seat_number,
    table_in,
    tables_of,
    use_menu,
    user_id,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.games.deals import tiles

from .at_kent import call, open_company, open_party, react, seed_of_first_deal, signing

COMPUTER = Player.REGULAR
PEOPLE = ("Ada", "Borys")


def sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make computers trust their eyes, unsuspicious, without idle signs."""
    for whim in ("_DOUBT", "_MISREADING", "_WATCHING", "_DECOYS"):
        monkeypatch.setattr(kent_decisions, whim, dict.fromkeys((Player.REGULAR, Player.CASUAL), 0.0))


def calls(world: DiscordWorld) -> list[tuple[int | None, str]]:
    """Return the callers of finished deals."""
    return [(event.seat, str(event.move)) for event in match_in(world).events if isinstance(event, Called)]


async def person_passes(world: DiscordWorld, name: str) -> None:
    """Pass the least useful tile as the person holding four."""
    offered = [one for one in move_buttons(world, name) if ":pass " in one.custom_id]
    if not offered:
        await look(world, name)
        offered = [one for one in move_buttons(world, name) if ":pass " in one.custom_id]
    view = match_in(world).view(seat_number(world, name))
    assert isinstance(view, KentView)
    best = str(helps_least(view, Random(1)))
    await world.press(name, next((one for one in offered if one.custom_id.endswith(best)), offered[0]))


def is_told(table: Table, person: int) -> bool:
    """Return True if the opposite computer signed to this person."""
    seat = table.seat_of(person)
    assert seat is not None
    sign = table.sign_of(table.partner_of(seat.seat))
    return sign is not None and not table.agreeing and sign.sign == table.pact_of(seat.seat).sign


@pytest.mark.thorough
async def test_two_people_and_two_computers_play_to_ten_points(world: DiscordWorld) -> None:
    await open_company(world, "Borys", COMPUTER, COMPUTER)
    bot_of(world)._kent_computers._rng = Random(3)
    await react(world, "Ada", "wink")
    await react(world, "Borys", "nose")
    match_id = table_in(world).id
    for _ in range(600):
        table = tables_of(world).cached_in(world.channel.id)
        if table is None:
            break
        turn = table.to_move()
        told = next((name for name in PEOPLE if is_told(table, user_id(world, name))), None)
        if told is not None:
            await world.click(told, id_prefix="b:call:")  # the first is Kent!
        elif turn is not None and turn.user_id is not None:
            await person_passes(world, "Ada" if turn.user_id == user_id(world, "Ada") else "Borys")
        else:
            await world.pass_time(1)
    after = await tables_of(world).find(match_id)
    assert after is not None
    assert after.status is Status.OVER
    assert after.match is not None
    assert max(after.match.scores) >= 10
    assert "calls “Kent!”" in everything_said(world)


async def test_a_computer_agrees_to_what_its_partner_proposes(world: DiscordWorld) -> None:
    await open_company(world, "Borys", COMPUTER, COMPUTER)
    assert table_in(world).agreeing
    await react(world, "Ada", "whistle")
    assert table_in(world).pact_of(2).sign == "whistle"
    assert table_in(world).pact_of(1).open
    await react(world, "Borys", "ear")
    assert table_in(world).pact_of(3).sign == "ear"
    assert not table_in(world).agreeing


async def test_two_computers_agree_by_themselves(world: DiscordWorld) -> None:
    await open_company(world, COMPUTER, "Celina", COMPUTER)
    pact = table_in(world).pact_of(1)
    assert not pact.open
    assert pact.sign in SIGNS
    assert table_in(world).pact_of(0).open


@pytest.mark.usefixtures("all_have_played")
async def test_a_computer_calls_a_while_after_its_partner_s_sign(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> None:
    sure(monkeypatch)
    chance.fix_seed(seed_of_first_deal({0}))
    await open_company(world, "Borys", COMPUTER, "Dmitri")
    await react(world, "Borys", "nose")
    await react(world, "Dmitri", "nose")
    await react(world, "Ada", "wink")
    world.moment = 0
    await react(world, "Ada", "wink")
    await world.pass_time(4.9)  # sooner hardly any person could have called
    assert table_in(world).deal == 1
    await world.pass_time(7.2)
    assert table_in(world).deal == 2
    assert match_in(world).scores == (1, 0)
    assert calls(world)[0][0] == 2


async def test_a_computer_believes_no_other_sign_of_its_partner(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> None:
    sure(monkeypatch)
    chance.fix_seed(seed_of_first_deal(set()))
    await open_company(world, "Borys", COMPUTER, "Dmitri", options="tempo=none")
    for name, sign in (("Borys", "nose"), ("Dmitri", "nose"), ("Ada", "wink"), ("Ada", "ear"), ("Borys", "wink")):
        await react(world, name, sign)
    await world.pass_time(16)
    assert table_in(world).deal == 1
    assert table_in(world).sign_of(0) is not None


async def test_a_computer_drops_a_call_when_its_partner_makes_another_sign(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> None:
    sure(monkeypatch)
    chance.fix_seed(seed_of_first_deal({0}))
    await open_company(world, "Borys", COMPUTER, "Dmitri", options="tempo=none")
    await react(world, "Borys", "nose")
    await react(world, "Dmitri", "nose")
    await react(world, "Ada", "wink")
    await react(world, "Ada", "wink")
    await react(world, "Ada", "ear")
    await world.pass_time(16)
    assert table_in(world).deal == 1


@pytest.mark.parametrize("level", [Player.REGULAR, Player.CASUAL])
async def test_no_computer_calls_before_a_person_could_have(world: DiscordWorld, level: Player) -> None:
    await open_party(world)
    table = table_in(world)
    told = sight_of(with_sign(table, 2, "wink"), 0)
    assert told is not None
    felt = [kent_decisions.impulse(None, told, level, Random(number)) for number in range(400)]
    delays = [one.delay for one in felt if one is not None and one.call is not None]
    assert len(delays) > 200
    assert min(delays) > 4
    if level is Player.REGULAR:
        assert max(delays) <= 12
        assert max(delays) - min(delays) > 4


@pytest.mark.parametrize("level", COMPUTER_LEVELS)
async def test_a_computer_suspects_nobody_before_everybody_has_passed_a_tile(
    world: DiscordWorld, chance: KnownChance, level: Player
) -> None:
    chance.fix_seed(seed_of_first_deal(set()))
    await open_party(world)
    seen = sight_of(with_sign(table_in(world), 1, "ear"), 0)
    assert seen is not None
    for passes, suspects in ((3, False), (4, True)):
        sight = replace(seen, view=replace(seen.view, passes=passes))
        felt = [kent_decisions.impulse(None, sight, level, Random(number)) for number in range(400)]
        assert any(one is not None and one.call == "stop@1" for one in felt) is suspects


async def test_no_computer_acts_for_8_seconds_after_a_deal_while_people_may(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> None:
    sure(monkeypatch)
    # Whatever comes, every computer that looks at the table makes a sign at once.
    monkeypatch.setattr(kent_computers, "impulse", lambda *_: Impulse(0.1, sign="yawn"))
    chance.fix_seed(seed_of_first_deal(set()))
    await open_company(world, "Borys", COMPUTER, COMPUTER, options="tempo=none")
    for name, sign in (("Borys", "nose"), ("Ada", "wink")):
        await react(world, name, sign)
    world.moment = 0
    await call(world, "Ada", "Kent!")
    assert table_in(world).deal == 2
    await world.pass_time(3)
    await react(world, "Borys", "ear")
    await world.pass_time(4.5)
    assert [sign.seat for sign in table_in(world).signs] == [1]
    assert not calls(world)[1:]
    await world.pass_time(1)
    assert {sign.seat for sign in table_in(world).signs} == {1, 2, 3}


@pytest.mark.usefixtures("all_have_played")
async def test_beside_people_computers_pass_at_a_human_pace(world: DiscordWorld) -> None:
    await open_company(world, "Borys", COMPUTER, COMPUTER)
    for name, sign in (("Borys", "nose"), ("Ada", "wink")):
        await react(world, name, sign)
    table = table_in(world)
    everybody = replace(table, seats=tuple(replace(seat, away=True) for seat in table.seats))  # computers play for all
    waits = [rest_of_turn(everybody.with_stored(revision=number), 1000.0).stored.deadline for number in range(200)]
    assert all(wait is not None and 1003 <= wait <= 1006.5 for wait in waits)
    assert len(set(waits)) > 100


@pytest.mark.parametrize("level", [Player.REGULAR, Player.CASUAL])
async def test_the_time_of_a_sign_does_not_tell_whether_it_means_anything(world: DiscordWorld, level: Player) -> None:
    await open_party(world)
    sight = sight_of(table_in(world), 0)
    assert sight is not None
    delays: dict[bool, list[float]] = {}
    for hand, meld in ((tiles("6-0 6-1 6-2"), True), (tiles("6-0 1-1 2-2"), False)):
        now = replace(sight, view=replace(sight.view, hand=hand))
        felt = [kent_decisions.impulse(None, now, level, Random(number)) for number in range(2_000)]
        assert all(one is None or (one.sign == now.sign) is meld for one in felt)
        delays[meld] = sorted(one.delay for one in felt if one is not None)
    for share in (0.1, 0.5, 0.9):
        true, bluff = (held[int(share * len(held))] for held in delays.values())
        assert abs(true - bluff) < 0.6


async def test_a_computer_that_gets_a_meld_before_its_bluff_makes_the_true_sign(
    world: DiscordWorld,
) -> None:
    await open_party(world)
    sight = sight_of(table_in(world), 0)
    assert sight is not None
    bluff = Impulse(3.0, sign="ear")
    for hand, sign in ((tiles("6-0 6-1 6-2"), "wink"), (tiles("6-0 1-1 2-2"), "ear")):
        assert kent_decisions.sign_now(bluff, replace(sight, view=replace(sight.view, hand=hand))) == sign


async def test_a_computer_calls_on_a_misread_sign_unless_another_follows(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kent_decisions, "_MISREADING", {Player.REGULAR: 1.0})
    await open_party(world)
    seen = sight_of(with_sign(table_in(world), 2, "ear"), 0)
    assert seen is not None
    felt = kent_decisions.impulse(None, seen, Player.REGULAR, Random(1))
    assert felt is not None
    assert felt.call in ("kent", "biskent")
    assert kent_decisions.call_now(felt, seen) == felt.call
    other = sight_of(with_sign(table_in(world), 2, "yawn"), 0)
    assert other is not None
    assert kent_decisions.call_now(felt, other) is None


async def test_belief_in_a_meld_grows_with_tiles_passed_and_signs_seen(
    world: DiscordWorld,
) -> None:
    await open_party(world)
    quiet, told = (sight_of(table, 0) for table in (table_in(world), with_sign(table_in(world), 1, "ear")))
    assert quiet is not None
    assert told is not None
    later = [replace(one, view=replace(one.view, passes=12)) for one in (quiet, told)]
    beliefs = [kent_decisions.belief(one, 1) for one in (quiet, told, *later)]
    # Held: 8 % at the deal, 44 % after three rounds; who made no sign counts half, who made one by Bayes' rule.
    assert beliefs == pytest.approx([0.078, 0.256, 0.392, 0.784], abs=0.001)


@pytest.mark.usefixtures("all_have_played")
async def test_a_computer_with_a_meld_makes_the_pair_s_sign_whatever_happens(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> None:
    sure(monkeypatch)
    chance.fix_seed(seed_of_first_deal({2}))
    await open_company(world, "Borys", COMPUTER, "Dmitri")
    await react(world, "Borys", "nose")
    await react(world, "Dmitri", "nose")
    world.moment = 0
    await react(world, "Ada", "wink")
    await world.pass_time(1)
    assert table_in(world).sign_of(2) is None
    for sign in ("ear", "yawn", "nails", "ear", "yawn", "nails", "ear"):  # meanwhile; it signs in its own time
        await react(world, "Borys", sign)
        await world.pass_time(1.1)
    made = table_in(world).sign_of(2)
    assert made is not None
    assert made.sign == "wink"
    assert "\U0001f609" in "".join(embed.description or "" for embed in signing(world, "Ada").embeds)


@pytest.mark.usefixtures("all_have_played")
async def test_a_match_without_its_people_is_paused_until_one_resumes(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    sure(monkeypatch)
    monkeypatch.setattr(kent_decisions, "has_meld", lambda _hand: False)
    await open_company(world, "Borys", COMPUTER, COMPUTER)
    await react(world, "Ada", "wink")
    await react(world, "Borys", "nose")
    for _ in range(60):
        await world.pass_time(5)
        if table_in(world).status is Status.PAUSED:
            break
    table = table_in(world)
    assert table.status is Status.PAUSED
    assert all(seat.away for seat in table.persons)
    revision = table.revision
    await world.pass_time(600)
    assert table_in(world).revision == revision
    answer = await use_menu(world, "Ada", Kind.RESUME)
    assert answer.response is not None, said(answer)
    assert table_in(world).status is Status.PLAYING
    assert not table_in(world).seats[0].away
    assert table_in(world).seats[1].away
    await world.pass_time(30)
    assert table_in(world).revision > revision


@pytest.mark.parametrize("tells", ["sign", "gesture", "none"])
async def test_a_computer_sees_no_more_than_a_person_in_its_seat_could(world: DiscordWorld, tells: str) -> None:
    await open_party(world, options=f"tells={tells}")
    table = table_in(world)
    match = match_in(world)
    seen = sight_of(table, 0)
    assert seen is not None
    hands: dict[int, set[object]] = {1: set(), 2: set(), 3: set()}
    for number in range(20):
        other = match.redeal_unseen(0, Random(number))
        for seat in (1, 2, 3):
            hands[seat].add(other.view(seat).hand)
        assert sight_of(replace(table, match=other), 0) == seen
    assert all(len(held) > 1 for held in hands.values())
    secret = table.with_pact(replace(table.pact_of(1), sign="nails", asked=True))
    assert sight_of(secret, 0) == seen
    one, another = (sight_of(with_sign(table, 1, sign), 0) for sign in ("ear", "yawn"))
    assert (one == another) is (tells != "sign")
    assert (one == seen) is (tells == "none")
    assert sight_of(with_sign(table, 2, "ear"), 0) != sight_of(with_sign(table, 2, "yawn"), 0)


def with_sign(table: Table, seat: int, sign: str) -> Table:
    return replace(table, signs=(Sign(seat, sign, 1.0),))
