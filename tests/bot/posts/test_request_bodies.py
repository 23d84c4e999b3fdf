"""Requests with files arrive as discord.py means them."""

import io
import json
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import pytest_asyncio
from aiohttp import web
from discord.http import Route, handle_message_parameters
from discord.webhook.async_ import async_context

from bot.posts import request_bodies


@pytest_asyncio.fixture
async def received(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[tuple[str, str, str, bytes]]]:
    """Name, file name, type and content of each part that a server reads."""
    parts: list[tuple[str, str, str, bytes]] = []

    async def read(request: web.Request) -> web.Response:
        reader = await request.multipart()
        while (part := await reader.next()) is not None:
            assert isinstance(part, aiohttp.BodyPartReader)
            kind = part.headers.get("Content-Type", "")
            parts.append((part.name or "", part.filename or "", kind, bytes(await part.read())))
        return web.json_response({})

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", read)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    monkeypatch.setattr(aiohttp, "FormData", aiohttp.FormData)  # as before, after the test
    request_bodies.make_at_once()
    yield parts
    await runner.cleanup()


async def test_an_edit_with_two_files_arrives_whole_and_a_quote_ends_no_name(
    received: list[tuple[str, str, str, bytes]],
) -> None:
    picture, report = bytes(range(256)) * 300, "zażółć".encode()
    files = [discord.File(io.BytesIO(picture), "one.png"), discord.File(io.BytesIO(report), 'a"b.txt')]
    with handle_message_parameters(content="Ż\r\n--", attachments=files) as parameters:
        async with aiohttp.ClientSession() as session:
            await async_context.get().edit_original_interaction_response(
                1, "token", session=session, multipart=parameters.multipart, files=parameters.files, payload=None
            )
    assert [part[:2] for part in received] == [("payload_json", ""), ("files[0]", "one.png"), ("files[1]", "a%22b.txt")]
    assert [part[3] for part in received[1:]] == [picture, report]
    assert json.loads(received[0][3])["content"] == "Ż\r\n--"
    assert received[1][2] == "application/octet-stream"
