"""Chips as people see them: balances, statements, leaders."""

import csv
import io

import discord
import pytest

from bot.locales import LOCALES, words
from bot.messages import chips
from bot.messages.parts.components import ClickAddress, Kind
from games.core.events import PaymentReason
from storage import ledger, matches
from storage.ledger import BANK, COMPUTERS, LedgerRow, Payment
from storage.matches import Status
from tests.bot.play.at_table import (
    bot_of,
    end_table,
    everything_said,
    look,
    match_in,
    open_match,
    pause_match,
    said,
    stored_match,
    table_in,
    use_menu,
    user_id,
)
from tests.bot.play.test_clicks import forged
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld
from tests.storage.samples import match

NOON = 1_763_000_000.0
ADA_OPENS = "chips 45"
"""Ada opens the first deal of three with 5-5, the only double; Borys holds 6-5, 6-4, 6-3, 3-1 and 1-0."""

FAIR = "Chips are just for play: they can't be given away, bought or redeemed."


async def paid(world: DiscordWorld, *payments: tuple[int, int, int, str], name: str = "earlier") -> None:
    """Save payments (payer, receiver, amount, reason) between open accounts."""
    guild_id = world.guild.id
    async with bot_of(world).services.database.write() as tx:
        if await matches.load(tx, name) is None:
            await matches.add(tx, match(name, guild_id=guild_id, status=Status.OVER, board_id=None, announced=3), ())
        people = {account for payer, receiver, *_ in payments for account in (payer, receiver) if account > 0}
        await ledger.sit_down(tx, guild_id, people, NOON)
        first = await ledger.last_number(tx, name) + 1
        rows = [Payment(number, 1, *one, NOON + number) for number, one in enumerate(payments, first)]
        await ledger.pay(tx, guild_id, name, rows)


async def payments(world: DiscordWorld, name: str) -> str:
    """Return the newest payments of a person."""
    await world.slash(name, "chips")
    return said(await world.click(name, id_prefix="b:statement:"))


async def leaders(world: DiscordWorld) -> str:
    await world.slash("Ada", "chips")
    return said(await world.click("Ada", "Leaderboard"))


async def test_everybody_can_see_what_they_and_others_have(world: DiscordWorld) -> None:
    before = await world.slash("Ada", "chips")
    assert before.ephemeral
    assert said(before).splitlines() == [
        "You don't have any chips here yet. You get 500 $ when you first sit down at a game with chips.",
        f"-# {FAIR}",
    ]
    assert "**Borys** doesn't have any chips here yet." in said(
        await world.slash("Ada", "chips", person=world.person("Borys"))
    )
    ada, borys = user_id(world, "Ada"), user_id(world, "Borys")
    await paid(world, (ada, borys, 586, "settlement"), (BANK, ada, 586, "top_up"), (ada, COMPUTERS, 600, "fine"))
    assert said(await world.slash("Ada", "chips")).startswith("You have **−100 $** · 1 top-up by the bank\n")
    assert said(await world.slash("Borys", "chips")).startswith("Masz **1086 $**\n")
    answer = await world.slash("Dmitri", "chips", person=world.person("Ada"))
    assert said(answer).startswith("**Ada**: **−100 $** · 1 доплата банка\n")


async def test_who_sits_down_at_nos_has_500(world: DiscordWorld) -> None:
    await open_match(world, "Borys", "Celina", game="nos", clock="none")
    assert said(await world.slash("Celina", "chips")).startswith("You have **500 $**\n")
    statement = await payments(world, "Celina")
    assert "**+500 $** · starting chips · the bank" in statement
    assert "→ **500 $**" in statement
    assert FAIR in statement


async def test_a_statement_is_turned_page_by_page_and_still_after_a_restart(world: DiscordWorld) -> None:
    ada, borys = user_id(world, "Ada"), user_id(world, "Borys")
    await paid(world, *((ada, borys, 1, "opening") for _ in range(22)))  # with the 500 to begin with 23 lines
    answer = await payments(world, "Ada")
    assert "Page 1 of 3" in answer
    lines = answer.splitlines()
    assert lines[1] == (
        f"**−1 $** · opening double · <@{borys}> · match `earlier`, deal 1 · <t:{int(NOON) + 22}:f> → **478 $**"
    )
    assert "→ **487 $**" in lines[10]
    assert world.labels("Ada")[:2] == ["Next", "My chips"]
    assert "→ **488 $**" in said(await world.click("Ada", "Next"))
    await world.restart()
    last = await world.click("Ada", "Next")
    assert "Page 3 of 3" in said(last)
    assert "**+500 $** · starting chips" in said(last)
    assert world.labels("Ada")[:2] == ["Back", "My chips"]
    assert "Page 2 of 3" in said(await world.click("Ada", "Back"))


async def test_a_statement_of_one_match_keeps_to_it_when_it_is_turned(world: DiscordWorld) -> None:
    ada, borys = user_id(world, "Ada"), user_id(world, "Borys")
    await paid(world, *((borys, ada, 2, "opening") for _ in range(11)))
    await paid(world, (ada, borys, 7, "fine"), name="later")
    await paid(world, (borys, ada, 2, "opening"))
    await payments(world, "Ada")
    answer = await world.select("Ada", ["earlier"], id_prefix="s:statementof")
    assert "Your chips: payments of match earlier" in said(answer)
    assert "Page 1 of 2" in said(answer)
    assert "later" not in said(answer)
    assert "→ **517 $**" in said(answer)  # 500 + 12 x 2 - 7
    assert "→ **502 $**" in said(await world.click("Ada", "Next"))
    assert "later" in said(await world.click("Ada", "My payments"))


async def test_the_leaders_are_shown_in_order_with_their_top_ups(world: DiscordWorld) -> None:
    assert "No one has sat down" in await leaders(world)
    ada, borys, celina = (user_id(world, name) for name in ("Ada", "Borys", "Celina"))
    await paid(world, (ada, borys, 500, "meld"), (BANK, ada, 500, "top_up"), (celina, borys, 60, "out"))
    assert (await leaders(world)).splitlines() == [
        "The most chips, not counting the bank's top-ups",
        f"1. <@{borys}>: **1060 $**",
        f"2. <@{celina}>: **440 $**",
        f"3. <@{ada}>: **0 $** · holds 500 $ · 1 top-up by the bank",
        "-# Chips won from topped-up accounts count in the first 5 matches a day of the same people.",
        f"-# {FAIR}",
    ]
    await paid(world, *((1000 + number, borys, number, "out") for number in range(1, 19)))
    assert "Page 1 of 3" in await leaders(world)
    second = said(await world.click("Ada", "Next"))
    assert second.splitlines()[1] == "11. <@1010>: **490 $**"  # after Borys and 1001 to 1009
    assert "Page 2 of 3" in second


async def test_payments_come_as_a_file_one_s_own_or_for_managers_all(
    world: DiscordWorld,
) -> None:
    ada, borys, celina = (user_id(world, name) for name in ("Ada", "Borys", "Celina"))
    await paid(world, (ada, borys, 5, "fine"), (celina, COMPUTERS, 7, "out"))

    async def lines(name: str, label: str) -> list[list[str]]:
        await world.slash(name, "chips")
        answer = await world.click(name, label)
        assert answer.response is not None
        assert answer.ephemeral
        [file] = answer.response.attachments
        assert file.filename == "chips.csv"
        return list(csv.reader(io.StringIO((await file.read()).decode())))

    head = ["payment", "time", "match", "deal", "number", "from", "to", "amount", "reason"]
    own = await lines("Celina", "My payments as a file")
    assert [own[0], *(row[1:] for row in own[1:])] == [
        head,
        ["2025-11-13T02:13:20+00:00", "", "", "", "bank", str(celina), "500", "sit_down"],
        ["2025-11-13T02:13:22+00:00", "earlier", "1", "2", str(celina), "computers", "7", "out"],
    ]
    everybody = await lines("Ada", "Everybody's as a file")
    assert len(everybody) == 1 + 3 + 2
    assert "Everybody's as a file" not in world.labels("Celina")
    refused = await world.press("Celina", world.button("Ada", "Everybody's as a file"))
    assert said(refused).startswith("Only people with the permission")


def test_a_very_large_file_is_packed() -> None:
    row = LedgerRow(1, "m" * 11, 10, 5, 10**18, 10**18 + 1, 14, "settlement", NOON)
    message = chips.export_message([row] * 100_000, words("en"), of_all=True)
    [(name, content)] = message.files
    assert name == "chips.zip"
    assert len(content) < 8 * 1024 * 1024


@pytest.mark.parametrize("locale", LOCALES)
def test_every_reason_for_a_payment_has_words(locale: str) -> None:
    for reason in (*(reason.value for reason in PaymentReason), ledger.SIT_DOWN, ledger.TOP_UP, ledger.LEAVING):
        assert words(locale)(f"chips.reason.{reason}")


async def test_who_leaves_is_told_before_what_it_costs(world: DiscordWorld, chance: KnownChance) -> None:
    chance.fix_seed(ADA_OPENS)
    await open_match(world, "Borys", "Celina", game="nos", clock="none")
    await pause_match(world)  # so that the computer does not play on at once
    asked = await world.slash("Celina", "table leave")
    assert "For the running deal you pay the computers 0 $" in said(asked)  # nobody has opened it
    await use_menu(world, "Ada", Kind.RESUME)
    await look(world, "Ada")
    await world.click("Ada", "5-5")
    await pause_match(world)
    asked = await world.slash("Celina", "table leave")  # 5 tiles, as many as Borys and one more than Ada
    assert "For the running deal you pay the computers 6 $; the rest of your chips stays yours." in said(asked)
    await world.click("Celina", "Yes")
    assert "**Celina** pays the computers **6** $ for the running deal." in everything_said(world)
    assert said(await world.slash("Ada", "chips")).startswith("You have **520 $**")
    assert said(await world.slash("Celina", "chips")).startswith("You have **484 $**")
    role = world.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, user_id(world, "Dmitri"), role.id)
    await world.env.settle()
    world.speak("Dmitri", "en-US")
    other = await world.slash("Dmitri", "table replace", seat=2, computer="regular")
    assert "**Borys** pays the computers 6 $ for the running deal." in said(other)


async def test_after_two_offences_in_a_deal_there_is_no_button_for_another(
    world: DiscordWorld, chance: KnownChance
) -> None:
    chance.fix_seed(ADA_OPENS)
    world.speak("Borys", "en-US")
    await open_match(world, "Borys", "Celina", game="nos", clock="none", options="fines=on")
    await look(world, "Borys")
    for tile in ("6-5", "6-4"):
        await world.click("Borys", "Break a rule…")
        await world.select("Borys", [tile])
    assert match_in(world).scores == (80, -160, 80)
    assert "Break a rule…" not in world.labels("Borys")
    await look(world, "Celina")
    assert "Złam zasadę…" not in world.labels("Celina")  # she reads English
    assert "Break a rule…" in world.labels("Celina")
    address = ClickAddress(Kind.MOVE, table_in(world).id, table_in(world).revision, "6-3")
    answer = await world.press("Borys", forged(world.button("Borys", id_prefix="b:hand"), address))
    assert "You have committed 2 offences in this deal." in said(answer)
    assert match_in(world).scores == (80, -160, 80)


async def test_a_match_of_nos_without_a_complete_deal_has_no_winner(world: DiscordWorld) -> None:
    await open_match(world, "Borys", "Celina", game="nos", clock="none")
    match_id = table_in(world).id
    asked = await end_table(world, "Ada")
    assert "a computer takes your seat" in said(asked)
    await world.click("Ada", "Ask everyone to agree")
    await world.click("Borys", "Agree")
    assert (await stored_match(world, match_id)).status is Status.PLAYING
    await world.click("Celina", "Agree")
    assert (await stored_match(world, match_id)).status is Status.CANCELLED
    assert "wins" not in everything_said(world)
    assert "Rematch" in world.labels("Borys")


async def test_leaving_a_game_without_chips_says_nothing_of_them(world: DiscordWorld) -> None:
    await open_match(world, "Borys", clock="none")
    assert "chips" not in said(await world.slash("Borys", "table leave"))
    assert "the win goes to" in said(await end_table(world, "Ada"))
