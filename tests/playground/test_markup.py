"""Discord's markup as HTML. What it must look like is worked out from Discord's own help page on formatting."""

import sys

import pytest

from playground.markup import block_html, inline_html


class Names:
    """Ada is 1, Tricky Tim is 2 (a name of HTML), the role is 3, #dominoes is 4, the emoji is 5."""

    def person(self, person_id: int) -> str | None:
        return {1: "Ada", 2: '<img src=x onerror="alert(1)">'}.get(person_id)

    def role(self, role_id: int) -> str | None:
        return {3: "<b>Gamblers</b>"}.get(role_id)

    def channel(self, channel_id: int) -> str | None:
        return {4: "dominoes", 6: "<i>x</i>"}.get(channel_id)

    def emoji(self, emoji_id: int) -> str | None:
        return "/cdn/emojis/5.png" if emoji_id == 5 else None


TILE = '<span class="tile">{}</span>'


def block(text: str) -> str:
    return block_html(text, Names()).strip()


def line(text: str) -> str:
    return inline_html(text, Names())


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**bold** and *slanted* and _slanted_", "<strong>bold</strong> and <em>slanted</em> and <em>slanted</em>"),
        ("__underlined__", "<u>underlined</u>"),
        ("~~gone~~", "<s>gone</s>"),
        ("`**code**`", "<code>**code**</code>"),
        ("`6-4`, 5-3", f"<code>{TILE.format('6-4')}</code>, {TILE.format('5-3')}"),
        ("`6-4 5-3`", f"<code>{TILE.format('6-4')} {TILE.format('5-3')}</code>"),
        ("2026-11-25 6-4-2", "2026-11-25 6-4-2"),
        ("`0123456789ab`", '<code role="img" data-name="playground.digits">0123456789ab</code>'),
        ("***both***", "<em><strong>both</strong></em>"),
        (r"\*not slanted\*", "*not slanted*"),
        ("&lt;b&gt;", "&amp;lt;b&amp;gt;"),
        ("snake_case_name", "snake_case_name"),
    ],
)
def test_styles_within_a_line(text: str, html: str) -> None:
    assert line(text) == html


def test_a_spoiler_can_hold_other_markup() -> None:
    assert line("||the **six**||") == (
        '<span class="spoiler" role="button" tabindex="0" aria-expanded="false">the <strong>six</strong></span>'
    )


@pytest.mark.parametrize("text", ["||", "||||", "a || b", "||open"])
def test_bars_that_close_nothing_stay_bars(text: str) -> None:
    assert line(text) == text


def test_people_roles_and_channels_are_named() -> None:
    assert line("<@1>") == '<span class="mention" data-person="1">@Ada</span>'
    assert line("<@!1>") == '<span class="mention" data-person="1">@Ada</span>'
    assert line("<#4>") == '<button type="button" class="mention" data-place="4"># dominoes</button>'
    assert line("@everyone") == '<span class="mention">@everyone</span>'


def test_ids_of_nobody_are_shown_as_discord_shows_them() -> None:
    assert line("<@9>") == '<span class="mention" data-person="9">&lt;@9&gt;</span>'
    assert line("<@&9>") == '<span class="mention">@…</span>'
    assert line("<#9>") == '<span class="mention">#…</span>'
    assert line("<:gone:9>") == ":gone:"


def test_a_command_is_a_button_with_its_name() -> None:
    assert line("</table show:157>") == (
        '<button type="button" class="mention" data-command="table show">/table show</button>'
    )


@pytest.mark.parametrize("form", ["t", "T", "d", "D", "f", "F", "R"])
def test_a_time_is_left_to_the_page_with_its_form(form: str) -> None:
    assert line(f"<t:1700000000:{form}>") == f'<time data-at="1700000000" data-form="{form}">1700000000</time>'


def test_a_time_without_a_form_has_the_form_f() -> None:
    assert 'data-form="f"' in line("<t:1700000000>")


def test_an_emoji_is_a_picture_and_nothing_but_emojis_is_large() -> None:
    picture = '<img class="emoji" src="/cdn/emojis/5.png" alt=":tile:" title=":tile:" draggable="false">'
    assert block("a <:tile:5>") == f"<p>a {picture}</p>"
    assert block("<:tile:5>").startswith('<div class="jumbo">')


def test_nothing_is_markup_within_code() -> None:
    assert line("`<@1> ||x|| <t:5:R>`") == "<code>&lt;@1&gt; ||x|| &lt;t:5:R&gt;</code>"
    assert block("```\n<@1>\n> x\n```") == "<pre><code>&lt;@1&gt;\n&gt; x\n</code></pre>"


def test_lines_stay_lines_and_gaps_make_paragraphs() -> None:
    assert block("one\ntwo\n\nthree") == "<p>one<br />\ntwo</p>\n<p>three</p>"


def test_headings_have_three_sizes() -> None:
    assert block("# one\n## two\n### three") == "<h1>one</h1>\n<h2>two</h2>\n<h3>three</h3>"
    assert block("#### four") == "<p>#### four</p>"
    assert block("#none") == "<p>#none</p>"


def test_subtext_is_small_and_takes_one_line() -> None:
    assert block("-# fine **print**\nplain") == "<small>fine <strong>print</strong></small>\n<p>plain</p>"
    assert block("plain\n-# fine print") == "<p>plain</p>\n<small>fine print</small>"


def test_a_plain_line_after_a_list_is_not_part_of_it() -> None:
    assert block("- one\n- two\nplain") == "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<p>plain</p>"
    assert block("1. one\nplain") == "<ol>\n<li>one</li>\n</ol>\n<p>plain</p>"


def test_a_list_within_a_list() -> None:
    assert block("- one\n  - inner") == "<ul>\n<li>one\n<ul>\n<li>inner</li>\n</ul>\n</li>\n</ul>"


def test_a_quote_ends_with_its_line_and_a_long_one_with_the_text() -> None:
    assert block("> said\nplain") == "<blockquote>\n<p>said</p>\n</blockquote>\n<p>plain</p>"
    assert block(">>> said\nsaid too") == "<blockquote>\n<p>said<br />\nsaid too</p>\n</blockquote>"
    assert block(">no quote") == "<p>&gt;no quote</p>"


def test_links_lead_to_web_pages_only() -> None:
    attributes = 'target="_blank" rel="noreferrer noopener"'
    assert line("[rules](https://a.example/x)") == f'<a href="https://a.example/x" {attributes}>rules</a>'
    assert line("<https://a.example>") == f'<a href="https://a.example" {attributes}>https://a.example</a>'
    assert line("see https://a.example/b_c_d.") == (
        f'see <a href="https://a.example/b_c_d" {attributes}>https://a.example/b_c_d</a>.'
    )
    assert "<a" not in line("[x](javascript:alert(1)) [y](data:text/html,z) <javascript:alert(1)>")


def test_what_is_no_markup_of_discord_is_left_alone() -> None:
    assert block("    four spaces") == "<p>four spaces</p>"
    assert block("title\n=====") == "<p>title<br />\n=====</p>"
    assert block("---") == "<p>---</p>"
    assert line("![x](https://a.example/x.png)").startswith("!<a ")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<@2>",
        "<@&3>",
        "<#6>",
        "**<b onclick=alert(1)>**",
        '[x](https://a.example/"onmouseover="alert(1))',
        'https://a.example/"onmouseover="alert(1)',
        "```<script>\nalert(1)\n```",
        '```"><script>\nalert(1)\n```',
        "<!-- x --><svg/onload=alert(1)>",
    ],
)
@pytest.mark.parametrize("draw", [block, line])
def test_html_is_never_taken_for_html(text: str, draw: object) -> None:
    assert callable(draw)
    html = draw(text)
    assert "<script" not in html
    assert "<img" not in html
    assert "<svg" not in html
    assert "<b" not in html.replace("<blockquote", "").replace("<button", "").replace("<br", "")
    assert '"onmouseover' not in html


def work(text: str) -> int:
    """Return the number of calls that make HTML of a text."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        block(text)
    finally:
        sys.setprofile(before)
    return calls


HOSTILE = ("[", "[a](", "[[a](", "[a]([", "**", "**[", "__", "***_", "||", "||[a](", "~~", "`", "> ", "- ", "<@", "<t:")


@pytest.mark.parametrize("part", HOSTILE)
def test_the_work_for_hostile_text_grows_no_faster_than_the_text(part: str) -> None:
    assert work((part * 2000)[:2000]) <= 5 * work((part * 500)[:500])
