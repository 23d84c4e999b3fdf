"""A PostgreSQL proxy that can drop traffic without closing."""

from __future__ import annotations

import asyncio
from typing import Self

from sqlalchemy.engine import make_url


class Proxy:
    """A forwarding proxy on its own port, until `cut`.

    :ivar address: the database's address through the proxy.
    """

    address: str

    def __init__(self, address: str) -> None:
        self._url = make_url(address)
        self._forwarding = True
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        """From now on drop everything that either side sends."""
        self._forwarding = False

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.address = self._url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in self._writers), return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(self._url.host, self._url.port)
        self._writers += [writer, server_writer]
        for direction in (self._forward(reader, server_writer), self._forward(server_reader, writer)):
            task = asyncio.get_running_loop().create_task(direction)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while sent := await reader.read(65_536):
            if self._forwarding:
                writer.write(sent)
                await writer.drain()
        if self._forwarding:
            writer.close()
