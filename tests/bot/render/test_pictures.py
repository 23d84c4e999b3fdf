"""Pictures: sizes, files, and margins."""

from __future__ import annotations

import io
import random
import struct
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import games
from bot import render
from bot.locales import LOCALES, words
from bot.messages.parts.reader import Reader
from bot.messages.welcome import Menu, game_menu
from bot.render import BoneyardPanel, LineAbove, Pile, RevealedHand, TrickSeat
from bot.render.drawing.canvas import FRAME, WIDTH
from bot.render.line import LineFigure
from games.core.line import LineView, OpenEnd
from games.core.tiles import ALL_TILES, Tile
from tests.bot.render.sample_circles import places
from tests.bot.render.sample_domino_square import random_square
from tests.bot.render.sample_lines import line_of, random_line

LONG_NAME = "Święcisława Brzęczyszczykiewicz-Grzmotogromska"
NAMES = (LONG_NAME, "Дмитрий Ёлкин", "👑 Zoë 🇵🇱", "🔥", "", "\u200b‎", "a\nb\tc", "שלום", "Z̸̡͝a̴l̵g̶o̷", "\ud800")


def _tiles(text: str) -> list[Tile]:
    return [Tile.parse(name) for name in text.split()]


def _chunks(png: bytes) -> list[bytes]:
    """Return the names of a PNG file's chunks."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    names, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        names.append(png[at + 4 : at + 8])
        at += 12 + length
    return names


def _open(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image.convert("RGBA")


def _full_line(seed: int, arms: int = 2) -> LineView:
    return random_line(random.Random(seed), arms=arms, tiles=28)


TRICK = [TrickSeat(name, seat % 2, "A", 9, laid=ALL_TILES[seat]) for seat, name in enumerate(NAMES[:6])]
PICTURES: dict[str, Callable[[], bytes]] = {
    "empty table": lambda: render.board(LineView(), last=None),
    "opening": lambda: render.board(line_of(["6-6"]), last=0),
    "full line": lambda: render.board(_full_line(1), last=27),
    "large hand": lambda: render.hand(ALL_TILES[:7], playable=(), above=render.LineAbove(_full_line(1)), large=True),
    "cross": lambda: render.board(_full_line(2, arms=4), last=5),
    "hand and line": lambda: render.hand(
        _tiles("6-6 6-4 3-1"), playable=_tiles("6-4"), above=LineAbove(line_of(["6-5", "5-4@right"]))
    ),
    "hand and ends": lambda: render.hand(
        _tiles("6-6 6-4 3-1"),
        playable=_tiles("6-4"),
        chosen=Tile(6, 4),
        above=LineAbove(_full_line(1, arms=4), ("left",)),
    ),
    "hand": lambda: render.hand(_tiles("6-6 6-4 3-1"), playable=_tiles("6-4")),
    "deal end": lambda: render.deal_end(_full_line(3), [("Ann", _tiles("6-5")), ("Bob", [])], last=27, best=[1]),
    "circle of four": lambda: render.circle(places(4), boneyard=15, thrown=0, centre=["A 3 : 2 B"]),
    "circle of six": lambda: render.circle(places(6), boneyard=0, thrown=9, centre=["A 3", "B 10", "C 7"]),
    "square": lambda: render.square(random_square(1), last=2),
    "places in a square": lambda: render.square_places(render.Square(), [("A", ((0, 0), (0, 1)))]),
    "end of a square": lambda: render.square_end(random_square(2), [(LONG_NAME, _tiles("6-2"))], last=1, best=[0]),
    "hands shown": lambda: render.reveal(
        [RevealedHand(LONG_NAME, _tiles("6-2 6-3 6-5 4-1"), [])], heading=LONG_NAME, verdict=False
    ),
    "trick of two": lambda: render.trick(
        TRICK[:2], centre=["trumps: 6"], boneyard=BoneyardPanel(9, Tile(6, 4), is_closed=False)
    ),
    "trick of six": lambda: render.trick(TRICK, centre=["trumps: 6", "led: 5"]),
    "taken": lambda: render.piles([Pile(LONG_NAME, _tiles("6-4"), ALL_TILES, "1 + 10 = 11")]),
    "trumps": lambda: render.hand(_tiles("6-6 6-4 3-1"), playable=(), trumps=2, numbers=(0, 1, 0, 1, 1, 0, 2)),
    "menu": lambda: render.menu(
        ((LONG_NAME, render.Emblem.parse("66|!@0,0 back-@1,0 coin@3,0")), ("Kent", render.Emblem()))
    ),
    "emoji": lambda: render.emoji(Tile(6, 4)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_file_holds_pixels_and_nothing_else(name: str) -> None:
    png = PICTURES[name]()
    assert set(_chunks(png)) <= {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
    _open(png)


@pytest.mark.parametrize("name", PICTURES)
def test_the_same_arguments_give_the_same_bytes(name: str) -> None:
    assert PICTURES[name]() == PICTURES[name]()


@pytest.mark.parametrize("name", [name for name in PICTURES if name not in ("emoji", "back")])
def test_a_table_is_opaque_but_for_its_rounded_corners(name: str) -> None:
    image = _open(PICTURES[name]())
    width, height = image.size
    corners = [(x, y) for x in (0, width - 1) for y in (0, height - 1)]
    assert [image.getpixel(corner)[3] for corner in corners] == [0, 0, 0, 0]  # type: ignore[index]  # RGBA pixels
    for spot in ((width // 2, 0), (0, height // 2), (width // 2, height - 1), (width - 1, height // 2)):
        assert image.getpixel(spot)[3] == 255  # type: ignore[index]  # RGBA pixels


@pytest.mark.parametrize("seed", range(20))
def test_a_full_line_is_smaller_than_15_kilobytes(seed: int) -> None:
    assert len(render.board(_full_line(seed), last=27)) < 15_000


@pytest.mark.parametrize("locale", LOCALES)
def test_the_menu_of_all_games_is_smaller_than_17_kilobytes(locale: str) -> None:
    reader = Reader(words(locale))
    drawing = game_menu(reader, Menu(user_id=1)).drawings[0]
    assert all(reader.words(f"game.{key}.name") in drawing.alt for key in games.CATALOGUE)
    assert len(drawing.paint()) < 17_000


@pytest.mark.parametrize("arms", [3, 4])
def test_a_full_line_of_many_arms_is_smaller_than_17_kilobytes(arms: int) -> None:
    assert max(len(render.board(_full_line(seed, arms), last=27)) for seed in range(20)) < 15_000


@given(st.integers(0, 2**32), st.sampled_from((2, 3, 4)), st.integers(1, 28), st.booleans())
def test_every_tile_and_mark_lies_inside_the_frame(seed: int, arms: int, tiles: int, large: bool) -> None:
    line = random_line(random.Random(seed), arms=arms, tiles=tiles)
    figure = LineFigure.of(line, large=large)
    boxes = [slot.box for slot in figure.layout.slots] + [socket.whole_box for socket in figure.layout.sockets]
    for left, top, right, bottom in boxes:
        assert figure.x + left * figure.unit >= FRAME
        assert figure.y + top * figure.unit >= FRAME
        assert figure.x + right * figure.unit <= WIDTH - FRAME
        assert figure.y + bottom * figure.unit <= figure.height - FRAME


@pytest.mark.parametrize("seed", range(10))
def test_a_half_of_a_full_line_is_at_least_16_pixels_on_a_phone(seed: int) -> None:
    assert LineFigure.of(_full_line(seed)).unit * 330 / WIDTH >= 16


def test_fewer_tiles_are_larger() -> None:
    units = [LineFigure.of(line_of(texts)).unit for texts in (["6-4"], ["6-4", "4-3@right", "3-1@right", "6-5@left"])]
    assert units == sorted(units, reverse=True)
    assert units[0] > LineFigure.of(_full_line(1)).unit


def test_the_last_tile_the_spinner_and_the_state_of_an_end_are_seen() -> None:
    line = line_of(["6-6", "6-4@right"])
    plain = render.board(line, last=None)
    spun = LineView(line.tiles, line.ends, 0)
    locked = LineView(line.tiles, (line.ends[0]._replace(locked=True), line.ends[1]))
    demanded = LineView(line.tiles, (line.ends[0]._replace(demanded=True), line.ends[1]))
    pictures = {plain, *(render.board(line, last=at) for at in (0, 1)), render.board(spun, last=None)}
    pictures |= {render.board(spun, last=0), render.board(locked, last=None), render.board(demanded, last=None)}
    assert len(pictures) == 7


@settings(max_examples=30)
@given(st.permutations(ALL_TILES), st.integers(0, 21), st.data())
def test_a_hand_of_any_size_is_drawn(deck: Sequence[Tile], count: int, draw: st.DataObject) -> None:
    hand = deck[:count]
    playable = draw.draw(st.sets(st.sampled_from(hand))) if hand else set()
    width, height = _open(render.hand(hand, playable=playable)).size
    assert width == WIDTH
    assert height < WIDTH


def test_a_playable_tile_looks_unlike_one_that_is_not() -> None:
    hand = _tiles("6-6 6-4 3-1")
    pictures = {
        render.hand(hand, playable=_tiles(playable)) for playable in ("", "6-6", "6-4", "6-6 6-4", "6-6 6-4 3-1")
    }
    assert len(pictures) == 5


def test_a_hand_has_at_most_seven_tiles_in_a_row() -> None:
    heights = [_open(render.hand(ALL_TILES[:count], playable=())).height for count in (0, 7, 8, 14, 15, 21)]
    assert heights[0] == heights[1] < heights[2] == heights[3] < heights[4] == heights[5]


def test_large_hands_are_as_wide_and_have_four_larger_tiles_in_a_row() -> None:
    usual, large = (_open(render.hand(ALL_TILES[:7], playable=(), large=large)) for large in (False, True))
    assert usual.width == large.width == WIDTH
    # Two rows instead of one, and each tile half as large again: 80 and 120 pixels, without ledge and lift.
    assert large.height - usual.height > 2 * 2 * 120 - 2 * 80


@pytest.mark.parametrize(("tiles", "arms"), [(5, 2), (14, 2), (26, 2), (8, 4), (22, 4)])
def test_large_lines_have_larger_tiles_in_narrower_rows(tiles: int, arms: int) -> None:
    line = random_line(random.Random(tiles), arms=arms, tiles=tiles)
    usual, large = (LineFigure.of(line, tallest=most, large=most < 400).unit for most in (420, 336))
    assert large > usual


@pytest.mark.parametrize("name", NAMES)
def test_any_name_leaves_a_mark_and_stays_in_its_column(name: str) -> None:
    nobody = _open(render.deal_end(LineView(), [("", [])]))
    image = _open(render.deal_end(LineView(), [(name, [])]))
    top, bottom = image.height - 130, image.height - 40
    felt = image.getpixel((WIDTH // 2, top))
    column = image.crop((40, top, 268, bottom))
    assert len(column.getcolors(1000) or []) > 1
    gap = image.crop((280, top, 600, bottom))
    assert gap.getcolors() == [(gap.width * gap.height, felt)]
    assert image.size == nobody.size


def test_an_end_without_players_is_a_table_all_the_same() -> None:
    assert _open(render.deal_end(LineView(), [])).width == WIDTH


def test_emojis_are_128_pixel_squares_below_256_kib_and_distinct() -> None:
    files = [render.emoji(tile) for tile in ALL_TILES]
    assert {_open(file).size for file in files} == {(128, 128)}
    assert max(map(len, files)) < 256 * 1024
    small = {_open(file).resize((22, 22), Image.Resampling.LANCZOS).tobytes() for file in files}
    assert len(small) == 28


def test_an_end_shows_its_number() -> None:
    tiles = line_of(["6-4"]).tiles
    pictures = {render.board(LineView(tiles, (OpenEnd("left", number, 0),)), last=None) for number in range(7)}
    assert len(pictures) == 7


def test_an_end_shows_its_letter_and_whether_it_can_be_chosen() -> None:
    tiles = line_of(["6-6"]).tiles
    letters = {render.board(LineView(tiles, (OpenEnd("left", 6, 0),)), last=None)}
    letters |= {render.board(LineView(tiles, (OpenEnd(at, 6, 0),)), last=None) for at in ("right", "up", "down")}
    assert len(letters) == 4
    hand, line = _tiles("6-4 3-1"), line_of(["6-5", "5-4@right"])
    choices: list[tuple[str, ...] | None] = [None, ("left",), ("right",), ("left", "right")]
    assert len({render.hand(hand, playable=hand, above=LineAbove(line, places)) for places in choices}) == 4


def test_above_a_hand_a_short_line_is_whole_and_a_long_one_has_ends() -> None:
    hand = _tiles("6-4 3-1")
    alone = _open(render.hand(hand, playable=hand)).height
    short = _open(render.hand(hand, playable=hand, above=LineAbove(line_of(["6-5", "5-4@right"])))).height
    long = [_open(render.hand(hand, playable=hand, above=LineAbove(_full_line(seed)))).height for seed in range(5)]
    assert alone < short <= alone + 300
    assert len(set(long)) == 1
    assert alone < long[0] <= alone + 160
    crossed = [
        _open(render.hand(hand, playable=hand, above=LineAbove(_full_line(seed, 4)))).height for seed in range(5)
    ]
    assert max(crossed) <= alone + 300


def test_a_chosen_tile_stands_out_from_the_others_that_could_be_played() -> None:
    hand = _tiles("6-6 6-4 3-1")
    pictures = {render.hand(hand, playable=_tiles("6-6 6-4"), chosen=chosen) for chosen in (None, *hand[:2])}
    assert len(pictures) == 3


@settings(max_examples=30, deadline=None)
@given(st.permutations(ALL_TILES), st.integers(1, 24), st.integers(2, 4), st.sampled_from((2, 3, 4)), st.randoms())
def test_a_deal_s_end_is_never_higher_than_4_to_3(
    deck: Sequence[Tile], lying: int, players: int, arms: int, rng: random.Random
) -> None:
    """The other tiles may be in any hands."""
    rest = deck[lying:]
    share = -(-len(rest) // players)
    rows = [(LONG_NAME, rest[share * player : share * (player + 1)]) for player in range(players)]
    image = _open(render.deal_end(random_line(rng, arms=arms, tiles=lying), rows, last=0))
    assert image.width == WIDTH
    assert image.height <= WIDTH * 4 / 3


def test_a_deal_s_end_shows_what_a_hand_counted_beside_its_pips() -> None:
    rows = [("Ann", _tiles("6-6")), ("Bob", [])]
    line = random_line(random.Random(1), arms=2, tiles=5)
    pictures = {render.deal_end(line, rows, counted=counted) for counted in ((), (12, 0), (60, 0), (132, 0))}
    assert len(pictures) == 3, "twelve is what the pips say too"
