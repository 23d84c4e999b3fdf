"""Nos once more, as a plain program on bare tuples, written from the rules and not from the engine. No fines.

Nothing is kept that can be worked out: what an end takes is found each time from all tiles that lie.
"""

from __future__ import annotations

Bare = tuple[int, int]
"""A tile, the higher half first."""

Laid = tuple[Bare, str, int, str]
"""A tile on the table after the opening one: the tile, its arm, the half that lies outward, and the value named."""

MATADORS = [(6, 1), (5, 2), (4, 3), (0, 0)]
ACROSS = {"left": "right", "right": "left"}


def bare(text: str) -> Bare:
    return int(text[0]), int(text[2])


def named(tile: Bare) -> str:
    return f"{tile[0]}-{tile[1]}"


# --- Which tiles fit where --------------------------------------------------------------------------------------------


def join_ways(join: str, end: int, tile: Bare) -> dict[str, int]:
    """Return the joins of a tile at an end: the value named, and the half that then faces outward."""
    high, low = tile
    if join == "m":
        if tile in MATADORS:
            return {"": 0} if tile == (0, 0) else {str(high): high, str(low): low}
        if high + end == 7:
            return {"": low}
        return {"": high} if low + end == 7 else {}
    if high == end:
        return {"": low}
    return {"": high} if low == end else {}


def allowed_variants(opening: Bare) -> set[str]:
    """Return the texts of all variants that an opening tile allows."""
    found = {"1", "4", "12/a/left", "12/a/right"}
    for half in ("left", "right"):
        for one in "tm":
            for rest in "tm":
                found.add(f"11/a/{half}/{one}/{rest}")
                found |= {f"11/b/{half}/{count}/{one}/{rest}" for count in (1, 2, 3, 4)}
    if opening[0] == opening[1]:
        found |= {"2", "3", "7", "8", "12/b", "12/c", "17", "17/doubles"}
        found |= {"13", "14", "15", "16"} if opening == (0, 0) else {"5", "6", "9", "10"}
    return found


def ways(variant: str, opening: Bare, laid: list[Laid], tile: Bare, arm: str) -> dict[str, int]:
    """Return the joins of a tile at an arm now: the values named, and the half outward for each."""
    number, *sub = variant.split("/")
    on_arm = [one for one in laid if one[1] == arm]
    end = on_arm[-1][2] if on_arm else opening[1] if arm == "right" else opening[0]
    if number in {"1", "4"}:
        return {} if arm in {"up", "down"} else join_ways("t" if number == "1" else "m", end, tile)
    if number == "11":
        return {} if arm in {"up", "down"} else demand_ways(sub, laid, end, tile, arm)
    if variant.startswith("12/a"):
        return {} if arm in {"up", "down"} else join_ways("m" if arm == sub[1] else "t", end, tile)
    if number in {"13", "14", "15", "16"}:
        return triangle_ways(number, laid, on_arm, end, tile, arm)
    return cross_ways(number, sub, laid, on_arm, end, tile, arm)


def demand_ways(sub: list[str], laid: list[Laid], end: int, tile: Bare, arm: str) -> dict[str, int]:
    schema, half, one, rest = sub[0], sub[1], sub[-2], sub[-1]
    order = [half, ACROSS[half]] if schema == "a" else [half] * int(sub[2])
    if len(laid) < len(order):
        return join_ways(one, end, tile) if arm == order[len(laid)] else {}
    return join_ways(rest, end, tile)


def triangle_ways(number: str, laid: list[Laid], on_arm: list[Laid], end: int, tile: Bare, arm: str) -> dict[str, int]:
    if len(laid) < 3:
        return join_ways("m", end, tile) if arm != "down" and not on_arm and tile in MATADORS else {}
    if number == "16" and len(laid) == 3:
        return join_ways("t", end, tile) if arm == "down" else {}
    if arm == "down" and number != "16":
        return {}
    if number == "14" and len(on_arm) == 1 and tile[0] != tile[1]:
        return {}
    return join_ways("m" if number in {"13", "14"} else "t", end, tile)


def cross_ways(
    number: str, sub: list[str], laid: list[Laid], on_arm: list[Laid], end: int, tile: Bare, arm: str
) -> dict[str, int]:
    volapuk = "m" if arm in {"left", "right"} else "t"
    if len(laid) < 4:
        if on_arm:
            return {}
        if number == "17":
            return broken_ways(laid, end, tile)
        return join_ways({"12": volapuk}.get(number) or ("t" if number in {"2", "3", "7", "8"} else "m"), end, tile)
    if len(on_arm) == 1:  # the cross tile: is the arm locked?
        only_doubles = number in {"3", "10"} or sub in (["c"], ["doubles"])
        if only_doubles and tile[0] != tile[1]:
            return {}
        if number in {"6", "8"} and tile[0] != tile[1] and tile not in MATADORS:
            return {}
    return join_ways({"12": volapuk}.get(number) or ("m" if number in {"5", "6", "7", "8"} else "t"), end, tile)


def broken_ways(laid: list[Laid], end: int, tile: Bare) -> dict[str, int]:
    traditional = sum(value.endswith("t") for *_, value in laid)
    found = {}
    for join, so_far in (("t", traditional), ("m", len(laid) - traditional)):
        if so_far < 2:
            for outward in join_ways(join, end, tile).values():
                found["" if tile[0] == tile[1] else f"{outward}{join}"] = outward
    return found


# --- A match ----------------------------------------------------------------------------------------------------------


def pips(tile: Bare) -> int:
    return sum(tile) or 14


class BareNos:
    """A match with the deals given, which ends after deal number `last`."""

    def __init__(self, seats: int, deals: list[str], last: int) -> None:
        self.deals = [[bare(text) for text in deal.split()] for deal in deals]
        self.seats = list(range(seats))
        self.last = last
        self.scores = [0] * seats
        self.paid: list[tuple[int, int, int]] = []
        self.leaving: set[int] = set()
        self.number = 0
        self.over = False
        self.deal(None)

    def deal(self, opener: int | None) -> None:
        self.number += 1
        first = opener is None
        while True:
            tiles = self.deals.pop(0)
            size = 8 - len(self.seats)
            self.hands = {seat: tiles[i * size : (i + 1) * size] for i, seat in enumerate(self.seats)}
            self.boneyard = tiles[size * len(self.seats) :]
            highest = max(((a, seat) for seat, hand in self.hands.items() for a, b in hand if a == b), default=None)
            if not first or highest:
                break
        if opener is None:
            assert highest is not None
            opener = highest[1]
        self.opener = self.turn = opener
        self.variant = ""
        self.asked: list[int] = []
        self.opening: Bare | None = None
        self.laid: list[Laid] = []
        self.before: int | None = None
        """Who laid the last tile; None after a pass."""
        self.passes = 0
        self.out: list[int] = []

    def pay(self, payer: int, receiver: int, amount: int) -> None:
        self.scores[payer] -= amount
        self.scores[receiver] += amount
        if amount:
            self.paid.append((payer, receiver, amount))

    def left_of(self, seat: int) -> list[int]:
        """Return the other players, from the left on."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[:at]

    # --- what may be done

    def moves(self) -> set[str]:
        hand = self.hands[self.turn]
        if self.opening is None:
            return {named(tile) for tile in hand if tile[0] == tile[1]} or {"draw"}
        if not self.variant:
            return {f"variant={text}" for text in allowed_variants(self.opening)}
        if self.asked:
            return {"meld", "pass"}
        found = {text for tile in hand for text in self.plays(tile)}
        found |= {f"close {text}" for text in found}
        if len(self.boneyard) > 2:
            return found | {"draw"}
        return found or {"pass"}

    def plays(self, tile: Bare) -> set[str]:
        assert self.opening is not None
        return {
            f"{named(tile)}@{arm}" + (f"={value}" if value else "")
            for arm in ("left", "right", "up", "down")
            for value in ways(self.variant, self.opening, self.laid, tile, arm)
        }

    def payable(self, seat: int) -> int:
        doubles = sum(a == b for a, b in self.hands[seat])
        return {(3, 4): 200, (3, 5): 500, (4, 3): 25, (4, 4): 250, (5, 3): 50}.get((len(self.seats), doubles), 0)

    # --- doing it

    def play(self, move: str) -> list[tuple[int, int, int]]:
        """Do a move; the payments that it brings: payer, receiver, amount."""
        self.paid = []
        seat = self.turn
        if self.opening is None:
            self.open(seat, move)
        elif not self.variant:
            self.variant = move.split("=")[1]
            self.asked = [one for one in [seat, *self.left_of(seat)] if self.payable(one)]
            self.turn = self.asked[0] if self.asked else self.left_of(seat)[0]
        elif self.asked:
            if move == "meld":
                for other in self.left_of(seat):
                    self.pay(other, seat, self.payable(seat))
            self.asked.pop(0)
            self.turn = self.asked[0] if self.asked else self.left_of(self.opener)[0]
        elif move == "draw":
            self.hands[seat].append(self.boneyard.pop(0))
        elif move == "pass":
            self.passes += 1
            self.before = None
            if self.passes == sum(bool(hand) for hand in self.hands.values()):
                self.settle()
            else:
                self.next_turn()
        else:
            self.lay(seat, move)
        return self.paid

    def open(self, seat: int, move: str) -> None:
        drawn = move == "draw"
        if drawn:
            self.opening = self.boneyard.pop(0)
        else:
            self.opening = bare(move)
            self.hands[seat].remove(self.opening)
        worth = pips(self.opening)
        for other in self.left_of(seat):
            if self.opening[0] != self.opening[1]:
                self.pay(seat, other, worth)
            else:
                self.pay(other, seat, 2 * worth if drawn else worth)
        self.before = seat

    def lay(self, seat: int, move: str) -> None:
        assert self.opening is not None
        closing = move.startswith("close ")
        text, _, place = move.removeprefix("close ").partition("@")
        arm, _, value = place.partition("=")
        tile = bare(text)
        outward = ways(self.variant, self.opening, self.laid, tile, arm)[value]
        on_the_last = not self.laid or self.laid[-1][1] == arm
        self.laid.append((tile, arm, outward, value))
        self.hands[seat].remove(tile)
        neighbour = self.left_of(seat)[-1]
        if tile[0] == tile[1] and self.before == neighbour and on_the_last:
            self.pay(neighbour, seat, pips(tile) // 2)
        self.before = seat
        self.passes = 0
        if not self.hands[seat]:
            self.out.append(seat)
            if len(self.out) == 1:
                for other in self.left_of(seat):
                    self.pay(other, seat, 5)
        done = sum(bool(hand) for hand in self.hands.values()) == 1
        if closing:
            left = [tile for hand in self.hands.values() for tile in hand] + self.boneyard[:-2]
            blocked = not any(self.plays(tile) for tile in left)
            for other in self.left_of(seat):
                if self.hands[other]:
                    self.pay(*((other, seat, 20) if blocked else (seat, other, 40)))
            done = done or blocked
        if done:
            self.settle()
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.turn = next(seat for seat in [*self.left_of(self.turn), self.turn] if self.hands[seat])

    def settle(self) -> None:
        left = {seat: sum(map(pips, hand)) for seat, hand in self.hands.items()}
        for one in self.seats:
            for other in self.seats:
                if left[one] > left[other]:
                    self.pay(one, other, left[one] - left[other])
        order = [*self.left_of(self.opener), self.opener]
        loser = next(seat for seat in order if left[seat] == max(left.values()))
        if self.number == self.last:
            self.over = True
            return
        ring = [loser, *self.left_of(loser)]
        self.seats = [seat for seat in self.seats if seat not in self.leaving]
        if len(self.seats) < 3:
            self.over = True
            return
        self.leaving = set()
        self.deal(next(seat for seat in ring if seat in self.seats))
