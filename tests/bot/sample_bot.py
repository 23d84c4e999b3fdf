"""A small bot for tests of Discord and playground."""

import asyncio
import io
import re
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image

Interaction = discord.Interaction[commands.Bot]


def picture(number: int) -> discord.File:
    file = io.BytesIO()
    Image.new("RGB", (320, 120), (20, 80 + number % 100, 40)).save(file, "PNG")
    file.seek(0)
    return discord.File(file, f"board-{number}.png", description=f"board {number}")


def view(*items: discord.ui.Item[Any]) -> discord.ui.View:
    made = discord.ui.View(timeout=None)
    for item in items:
        made.add_item(item)
    return made


class Count(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"count:(?P<number>\d+)"):
    """A button that counts and answers; refuses an old number."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label="Count", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(cls, _i: Interaction, _item: discord.ui.Item[Any], match: re.Match[str]) -> Self:  # type: ignore[override]  # discord.py is wider
        return cls(int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # discord.py is wider
        bot = interaction.client
        assert isinstance(bot, SampleBot)
        if self.number != bot.number:
            await interaction.response.send_message(f"that was before {bot.number}", ephemeral=True)
            return
        bot.number += 1
        words = f"{interaction.user.display_name} {interaction.locale} {interaction.guild_locale}: {bot.number}"
        await interaction.response.send_message(words, file=picture(bot.number), ephemeral=True)
        asyncio.get_running_loop().call_later(0.3, bot.publish_soon)


class SampleBot(commands.Bot):
    """A bot with a number on its board, recording closes and failures."""

    def __init__(self, closed: list[str]) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True, dm_messages=True))
        self.closed = closed
        self.number = 0
        self.failures: list[discord.HTTPException] = []
        self.board: discord.InteractionMessage | None = None

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count)

        @self.tree.command(name="open", description="Open a board")
        @app_commands.choices(
            size=[app_commands.Choice(name="Small", value=1), app_commands.Choice(name="Big", value=2)]
        )
        async def open_board(interaction: Interaction, size: int) -> None:
            embed = discord.Embed(title=f"Board of size {size}", description="number 0")
            embed.set_image(url="attachment://board-0.png")
            await interaction.response.send_message(embed=embed, file=picture(0), view=view(Count(0)))
            self.board = await interaction.original_response()
            await interaction.user.send("Your board is open.")

        await self.tree.sync()

    def publish_soon(self) -> None:
        self.publishing = self.loop.create_task(self.publish())

    async def publish(self) -> None:
        if self.board is None:
            return
        embed = discord.Embed(description=f"number {self.number}")
        embed.set_image(url=f"attachment://board-{self.number}.png")
        try:
            await self.board.edit(embed=embed, attachments=[picture(self.number)], view=view(Count(self.number)))
        except discord.HTTPException as error:
            self.failures.append(error)

    async def close(self) -> None:
        self.closed.append("closed")
        await super().close()
