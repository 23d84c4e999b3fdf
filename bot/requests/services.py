"""The services that commands and clicks work with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.posts.channels import Channels
from bot.posts.core_services import CoreServices
from bot.posts.publisher import Publisher
from bot.posts.replies import ShownMenus
from bot.posts.sign_pads import SignPads
from bot.requests.features import Feature
from bot.requests.limits import Limits
from bot.requests.table.replays import Replays

T = TypeVar("T")


@dataclass(frozen=True)
class Services(CoreServices):
    """The core services, and those that need Discord.

    :ivar features: the subjects beside the core.
    """

    publisher: Publisher
    channels: Channels
    pads: SignPads
    limits: Limits
    replays: Replays
    menus: ShownMenus
    features: Sequence[Feature]

    def of(self, kind: type[T]) -> T:
        """Return the service of a feature by its type."""
        return self.all_of(kind)[0]

    def all_of(self, kind: type[T]) -> list[T]:
        """Return the services of this type, of all features."""
        return [one for feature in self.features for one in feature.services if isinstance(one, kind)]
