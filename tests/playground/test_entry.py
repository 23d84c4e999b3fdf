import asyncio
import html
import json
import re
import socket
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser, expect

import playground
from bot.settings import Settings
from tests.bot.sample_bot import SampleBot
from tests.browser import DESKTOP, NARROW, PHONE, Look
from tests.playground.conftest import Printed


async def test_it_prints_its_address_what_to_type_first_and_what_is_missing(
    printed: Printed,
) -> None:
    assert re.search(r"http://127\.0\.0\.1:\d+/", printed.getvalue())
    assert "Press Play, or type /play" in printed.getvalue()
    assert "There is no DISCORD_TOKEN" in printed.getvalue()


async def test_a_taken_port_is_replaced_by_a_free_one(settings: Settings, closed: list[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        taken.listen()
        out = Printed()
        task = asyncio.create_task(playground.run(lambda: SampleBot(closed), settings, out, port))
        address = await out.address()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert str(port) not in address
    assert f"Port {port} is taken" in out.getvalue()


async def test_it_closes_the_bot_when_it_ends(settings: Settings, closed: list[str]) -> None:
    out = Printed()
    task = asyncio.create_task(playground.run(lambda: SampleBot(closed), settings, out))
    await out.address()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert closed == ["closed"]
    assert "The playground is closed." in out.getvalue()


async def test_nobody_without_the_page_s_secret_sees_or_does_anything(printed: Printed) -> None:
    address = await printed.address()
    async with aiohttp.ClientSession() as session:
        for path in ("api/events", "api/events?secret=guessed", "api/commands?person=1&place=1"):
            async with session.get(f"{address}{path}") as answer:
                assert answer.status == 401
        async with session.post(f"{address}api/actions", json={}) as answer:
            assert answer.status == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "elsewhere.example"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_other_pages_of_the_browser_are_rejected_even_with_the_secret(
    printed: Printed, headers: dict[str, str]
) -> None:
    address = await printed.address()
    async with aiohttp.ClientSession() as session:
        secret = await secret_of(session, address)
        sent = {"X-Playground": secret, **headers}
        async with session.post(f"{address}api/actions", json={}, headers=sent) as answer:
            assert answer.status == 403
        async with session.get(f"{address}page/main.js", headers=headers) as answer:
            assert answer.status == 403


async def test_the_page_allows_no_frame_and_loads_nothing_from_elsewhere(printed: Printed) -> None:
    address = await printed.address()
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert answer.headers["X-Frame-Options"] == "DENY"


async def test_what_is_no_action_is_refused_and_changes_nothing(printed: Printed) -> None:
    address = await printed.address()
    async with aiohttp.ClientSession() as session:
        headers = {"X-Playground": await secret_of(session, address)}
        actions: list[Any] = [{}, {"kind": "fly"}, {"kind": "send", "person": "1", "place": "1"}, [], "x"]
        for action in actions:
            async with session.post(f"{address}api/actions", json=action, headers=headers) as answer:
                assert answer.status == 400
        async with session.post(f"{address}api/actions", data=b"{", headers=headers) as answer:
            assert answer.status == 400
        async with session.get(f"{address}cdn/attachments/1/2/none.png") as answer:
            assert answer.status == 404
        for path in ("..%2f__init__.py", "%00.js", "a%00.css", "none.js", "%ff.js"):
            async with session.get(f"{address}page/{path}") as answer:
                assert answer.status == 404, path


@pytest.mark.parametrize("name", [5, None, [], ["play"], {"play": 1}, True])
async def test_a_command_whose_name_is_no_text_is_refused(printed: Printed, name: object) -> None:
    address = await printed.address()
    async with aiohttp.ClientSession() as session:
        secret = await secret_of(session, address)
        async with session.get(f"{address}api/events?secret={secret}") as events:
            world = await read_event(events, "world")
        person, place = world["people"][0]["id"], world["places"][0]["id"]
        for kind in ("slash", "autocomplete", "context"):
            for options in ({}, name):
                action = {"kind": kind, "person": person, "place": place, "name": name, "options": options}
                action |= {"option": name, "value": name, "target": name}
                headers = {"X-Playground": secret}
                async with session.post(f"{address}api/actions", json=action, headers=headers) as answer:
                    said = await answer.json()
                    assert answer.status == 400 or "refused" in said, (action, said)


async def test_what_somebody_does_is_told_to_every_page_that_listens(printed: Printed) -> None:
    address = await printed.address()
    async with aiohttp.ClientSession() as session:
        secret = await secret_of(session, address)
        async with session.get(f"{address}api/events?secret={secret}") as events:
            world = await read_event(events, "world")
            assert [person["name"] for person in world["people"]] == ["Ada", "Borys", "Celina", "Dmitri"]
            assert (await read_event(events, "messages"))["changed"] == []
            ada, borys = (person["id"] for person in world["people"][:2])
            channel = next(place["id"] for place in world["places"] if place["name"] == "dominoes")
            own = next(place["id"] for place in world["places"] if place["kind"] == "dm" and place["for"] == [ada])

            async def do(kind: str, person: str, place: str, **more: Any) -> Any:
                action = {"kind": kind, "person": person, "place": place, **more}
                async with session.post(
                    f"{address}api/actions", json=action, headers={"X-Playground": secret}
                ) as answer:
                    return await answer.json()

            assert await do("send", ada, channel, content="**Hello**") == {}
            (message,) = (await read_event(events, "messages"))["changed"]
            assert message["content"] == "<p><strong>Hello</strong></p>\n"
            assert (message["author"]["name"], message["only_for"]) == ("Ada", None)
            assert "refused" in await do("send", borys, own, content="Not for me")
            assert "refused" in await do("delete", borys, channel, message=message["id"])
            assert await do("delete", ada, channel, message=message["id"]) == {}
            assert (await read_event(events, "messages"))["gone"] == [message["id"]]


async def test_it_closes_while_a_page_listens(settings: Settings, closed: list[str]) -> None:
    out = Printed()
    task = asyncio.create_task(playground.run(lambda: SampleBot(closed), settings, out))
    address = await out.address()
    async with aiohttp.ClientSession() as session:
        secret = await secret_of(session, address)
        async with session.get(f"{address}api/events?secret={secret}") as events:
            await read_event(events, "world")
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert "The playground is closed." in out.getvalue()
            assert closed == ["closed"]


async def read_event(events: aiohttp.ClientResponse, kind: str) -> Any:
    """Return the content of the next event of a kind."""
    async with asyncio.timeout(100):
        while (await events.content.readline()).decode().strip() != f"event: {kind}":
            pass
        return json.loads((await events.content.readline()).decode().removeprefix("data: "))


async def secret_of(session: aiohttp.ClientSession, address: str) -> str:
    async with session.get(address) as answer:
        found = re.search(r'data-start="([^"]*)"', await answer.text())
    assert found is not None
    return str(json.loads(html.unescape(found[1]))["secret"])


@pytest.mark.thorough
@pytest.mark.browser
async def test_two_people_see_one_board_and_each_their_own_messages(printed: Printed, browser: Browser) -> None:
    address = await printed.address()
    ada = await Look(await browser.new_page(viewport=DESKTOP), address, "Ada").open()
    borys = await Look(await browser.new_page(viewport=PHONE), address, "Borys").open()
    await ada.command("/open", "Big")
    await expect(borys.messages).to_contain_text("Board of size 2")
    await borys.press("Count")
    await expect(borys.messages).to_contain_text("Borys pl en-US: 1")
    await expect(borys.messages).to_contain_text("Tylko ty to widzisz")
    await expect(ada.messages).to_contain_text("number 1")  # by a timer of the bot, without anybody touching the page
    await expect(borys.messages.get_by_role("img").first).to_be_visible()
    await expect(ada.messages).not_to_contain_text("Borys pl")
    await borys.picture("playground-phone")
    await ada.press("Count")
    await expect(ada.messages).to_contain_text("Ada en-US en-US: 2")
    dm = await Look(await browser.new_page(viewport=PHONE), address, "Ada", "dm").open()
    await expect(dm.messages).to_contain_text("Your board is open.")


@pytest.mark.browser
async def test_the_first_screen_leads_to_one_view_in_the_readers_language(printed: Printed, browser: Browser) -> None:
    address = await printed.address()
    for language, play, view in (
        ("en-GB", "Play", "Ada, #dominoes"),
        ("pl", "Graj", "Borys, #dominoes"),
        ("de", "Play", "Ada, #dominoes"),
    ):
        page = await browser.new_page(viewport=NARROW, locale=language)
        await page.goto(address)
        await expect(page.get_by_role("img")).to_be_visible()
        await expect(page.get_by_role("button")).to_have_accessible_name(play)
        assert await page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
        await page.get_by_role("button").click()
        await expect(page.get_by_role("region")).to_have_accessible_name(view)
