"""The permissions that the bot uses in a server.

Tests compare the invitation, the doctor and the docs with this list.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import discord


class Asked(Enum):
    """The way in which a permission is requested.

    :cvar NEEDED: part of the invitation; basic features fail without it.
    :cvar INVITED: part of the invitation; one feature is missing without it.
    :cvar GRANTED: granted by hand in servers that want the feature.
    """

    NEEDED = "needed"
    INVITED = "invited"
    GRANTED = "granted"


@dataclass(frozen=True)
class BotPermission:
    """A permission that the bot uses in a server.

    :ivar key: the name in discord.py.
    :ivar title: the name in Discord's English settings.
    :ivar use: the features that need it.
    """

    key: str
    title: str
    asked: Asked
    use: str


PERMISSIONS: Final = (
    BotPermission("view_channel", "View Channels", Asked.NEEDED, "to see the channels in which it plays"),
    BotPermission("send_messages", "Send Messages", Asked.NEEDED, "lobbies, boards, tournaments, announcements"),
    BotPermission(
        "create_public_threads",
        "Create Public Threads",
        Asked.NEEDED,
        "a thread for a second table in a channel, and for the table of each match of a tournament",
    ),
    BotPermission(
        "send_messages_in_threads", "Send Messages in Threads", Asked.NEEDED, "lobbies and boards in threads"
    ),
    BotPermission("embed_links", "Embed Links", Asked.NEEDED, "boards as pictures; without it they are text"),
    BotPermission("attach_files", "Attach Files", Asked.NEEDED, "pictures, and files of matches and leagues"),
    BotPermission(
        "read_message_history",
        "Read Message History",
        Asked.NEEDED,
        "to start threads from messages, and to find its own messages after a restart",
    ),
    BotPermission("create_events", "Create Events", Asked.INVITED, "an event for each tournament with a time to start"),
    BotPermission(
        "create_private_threads",
        "Create Private Threads",
        Asked.GRANTED,
        "the tables of duplicate tournaments, which only their players may see",
    ),
    BotPermission("pin_messages", "Pin Messages", Asked.GRANTED, "to pin each tournament's message until its end"),
    BotPermission("manage_roles", "Manage Roles", Asked.GRANTED, "the role for the first three of a season"),
    BotPermission(
        "mention_everyone",
        "Mention @everyone, @here and All Roles",
        Asked.GRANTED,
        "to mention the players' role unless all members may",
    ),
)
"""All permissions that the bot uses."""


def permissions_of(*asked: Asked) -> discord.Permissions:
    """Return the permissions that are requested in these ways."""
    return discord.Permissions(**{one.key: True for one in PERMISSIONS if one.asked in asked})


NEEDED: Final = permissions_of(Asked.NEEDED)
INVITED: Final = permissions_of(Asked.NEEDED, Asked.INVITED)
"""The permissions in the address that invites the bot."""
