"""Discord's markup as HTML.

markdown-it-py parses it, with Discord's rules for markup outside CommonMark: mentions of people, roles, channels and
commands, times, custom emojis, underlines, spoilers and subtext. All other text is escaped, including names. The page
renders times, because it knows the viewer's language and the current time.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token


class MarkupNames(Protocol):
    """The names of ids in the markup; None for unknown ones."""

    def person(self, person_id: int) -> str | None:
        """Return a person's name."""

    def role(self, role_id: int) -> str | None:
        """Return a role's name."""

    def channel(self, channel_id: int) -> str | None:
        """Return a channel's name."""

    def emoji(self, emoji_id: int) -> str | None:
        """Return the address of a custom emoji's picture on this page."""


def block_html(text: str, names: MarkupNames) -> str:
    """Return a whole text with its paragraphs as HTML."""
    html = str(_READER.render(_in_commonmark(text), {"names": names}))
    return f'<div class="jumbo">{html}</div>' if _ONLY_EMOJIS.fullmatch(text) else html


def inline_html(text: str, names: MarkupNames) -> str:
    """Return a single line, such as a title, as HTML."""
    return str(_READER.renderInline(text, {"names": names}))


_ONLY_EMOJIS: Final = re.compile(r"(<a?:\w+:\d+>\s*){1,27}")

# CommonMark's markup that Discord lacks.
_UNKNOWN: Final = (
    "code",
    "entity",
    "hr",
    "html_block",
    "html_inline",
    "image",
    "lheading",
    "reference",
)

_FENCE: Final = re.compile(r"\s*```")
_QUOTE: Final = re.compile(r"> ")
_ITEM: Final = re.compile(r"\s*([-*]|\d+\.) ")
_IN_DISCORD: Final = re.compile(r"https://discord\.com/channels/(?:\d+|@me)/(\d{1,20})(/\d+)?")
"""The address of a channel, and perhaps of a message there."""
_URL: Final = re.compile(r"https?://[^\s<>]*[^\s<>.,:;!?\"'()\]*_~|]")


class _Reader(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802  # the name is markdown-it's
        """Return True for web pages, the only targets of links."""
        return url.lower().startswith(("http://", "https://"))


# --- Lines: Discord's differences from CommonMark --------------------------------------------------------------------


def _in_commonmark(text: str) -> str:
    """Change lines so that CommonMark parses blocks as Discord."""
    return "\n".join(_changed_lines(text.split("\n")))


def _changed_lines(lines: Sequence[str]) -> Iterator[str]:
    in_code = in_quote = False
    before = ""
    for written in lines:
        line = written
        if _FENCE.match(written) and written.count("```") % 2:
            in_code = not in_code
        elif not in_code:
            in_quote = in_quote or written.startswith(">>> ")
            line = _changed(written, in_quote=in_quote)
            if _runs_on(before, line):
                yield ""
        before = "" if in_code else line
        yield line


def _changed(line: str, *, in_quote: bool) -> str:
    if in_quote:
        return f"> {line.removeprefix('>>> ')}"
    if line.startswith("####") or (line.startswith(">") and not _QUOTE.match(line)):
        return f"\\{line}"
    return line


def _runs_on(before: str, line: str) -> bool:
    """Return True if only CommonMark would continue the block before."""
    plain = bool(line.strip()) and not line.startswith(" ")
    after_quote = bool(_QUOTE.match(before)) and not _QUOTE.match(line)
    after_item = bool(_ITEM.match(before)) and not _ITEM.match(line)
    return plain and (after_quote or after_item)


def _subtext(state: StateBlock, line: int, _end: int, silent: bool) -> bool:  # noqa: FBT001  # markdown-it's signature
    """Parse `-# small print`."""
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if not state.src.startswith("-# ", start):
        return False
    if silent:
        return True
    state.push("subtext_open", "small", 1).block = True
    inside = state.push("inline", "", 0)
    inside.content, inside.map, inside.children = state.src[start + 3 : end].strip(), [line, line + 1], []
    state.push("subtext_close", "small", -1).block = True
    state.line = line + 1
    return True


# --- Within a line ---------------------------------------------------------------------------------------------------


def _spoiler(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # markdown-it's signature
    """Parse `||hidden until clicked||`."""
    if not state.src.startswith("||", state.pos):
        return False
    start, last = state.pos + 2, state.posMax
    end = state.src.find("||", start, last)
    if end <= start:
        return False
    if not silent:
        opened = state.push("spoiler_open", "span", 1)
        opened.attrs = {"class": "spoiler", "role": "button", "tabindex": "0", "aria-expanded": "false"}
        state.pos, state.posMax = start, end
        state.md.inline.tokenize(state)
        state.push("spoiler_close", "span", -1)
    state.pos, state.posMax = end + 2, last
    return True


def _in_brackets(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # markdown-it's signature
    """Parse Discord's markup between `<` and `>`."""
    if state.src[state.pos] != "<":
        return False
    for pattern, draw in _BRACKETS:
        found = pattern.match(state.src, state.pos, state.posMax)
        if found is not None:
            if not silent:
                state.push("drawn", "", 0).content = draw(found, state.env["names"])
            state.pos = found.end()
            return True
    return False


def _everyone(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # markdown-it's signature
    found = re.compile(r"@(everyone|here)\b").match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("drawn", "", 0).content = f'<span class="mention">{found[0]}</span>'
    state.pos = found.end()
    return True


def _person(found: re.Match[str], names: MarkupNames) -> str:
    name = names.person(int(found[1]))
    shown = f"@{escapeHtml(name)}" if name is not None else escapeHtml(found[0])
    return f'<span class="mention" data-person="{found[1]}">{shown}</span>'


def _role(found: re.Match[str], names: MarkupNames) -> str:
    name = names.role(int(found[1]))
    return f'<span class="mention">@{escapeHtml(name if name is not None else "…")}</span>'


def _channel(found: re.Match[str], names: MarkupNames) -> str:
    name = names.channel(int(found[1]))
    if name is None:
        return '<span class="mention">#…</span>'
    return f'<button type="button" class="mention" data-place="{found[1]}"># {escapeHtml(name)}</button>'


def _command(found: re.Match[str], _names: MarkupNames) -> str:
    name = escapeHtml(found[1])
    return f'<button type="button" class="mention" data-command="{name}">/{name}</button>'


def _time(found: re.Match[str], _names: MarkupNames) -> str:
    return f'<time data-at="{found[1]}" data-form="{found[2] or "f"}">{found[1]}</time>'


def _emoji(found: re.Match[str], names: MarkupNames) -> str:
    name, source = escapeHtml(found[1]), names.emoji(int(found[2]))
    if source is None:
        return f":{name}:"
    return f'<img class="emoji" src="{escapeHtml(source)}" alt=":{name}:" title=":{name}:" draggable="false">'


_BRACKETS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], MarkupNames], str]], ...]] = (
    (re.compile(r"<@!?(\d{1,20})>"), _person),
    (re.compile(r"<@&(\d{1,20})>"), _role),
    (re.compile(r"<#(\d{1,20})>"), _channel),
    (re.compile(r"</([-\w ]{1,98}):\d{1,20}>"), _command),
    (re.compile(r"<t:(-?\d{1,13})(?::([tTdDfFR]))?>"), _time),
    (re.compile(r"<a?:(\w{2,32}):(\d{1,20})>"), _emoji),
)


# --- After parsing ---------------------------------------------------------------------------------------------------


def _link_addresses(state: StateCore) -> None:
    """Turn bare addresses in the text into links."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = list(_with_links(token.children, state.env["names"]))


def _with_links(tokens: Sequence[Token], names: MarkupNames) -> Iterator[Token]:
    within = 0
    for token in tokens:
        within += token.nesting if token.type in {"link_open", "link_close"} else 0
        if token.type != "text" or within:
            yield token
            continue
        end = 0
        for found in _URL.finditer(token.content):
            yield _text(token.content[end : found.start()])
            yield Token("link_open", "a", 1, attrs={"href": found[0]})
            yield _text(_link_text(found[0], names))
            yield Token("link_close", "a", -1)
            end = found.end()
        yield _text(token.content[end:])


def _link_text(url: str, names: MarkupNames) -> str:
    """Return a bare address, or as in Discord the name of the channel that it leads to."""
    found = _IN_DISCORD.fullmatch(url)
    name = None if found is None else names.channel(int(found[1]))
    return url if found is None or name is None else f"# {name}{' › 💬' if found[2] else ''}"


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


_TILE: Final = re.compile(r"(?<![\w-])\d-\d(?![\w-])")
_DIGITS: Final = re.compile(r"[0-9a-f]{12,}…?")


def _reader() -> MarkdownIt:
    reader = _Reader("commonmark", {"html": False, "breaks": True})
    reader.enable("strikethrough").disable(list(_UNKNOWN))
    reader.block.ruler.before(
        "paragraph", "subtext", _subtext, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    reader.inline.add_terminator_char("|")
    for name, inline in (("spoiler", _spoiler), ("everyone", _everyone), ("brackets", _in_brackets)):
        reader.inline.ruler.before("autolink", name, inline)
    reader.core.ruler.push("addresses", _link_addresses)
    for kind, draw in (
        ("drawn", _drawn),
        ("text", _plain),
        ("code_inline", _code),
        ("strong_open", _strong),
        ("strong_close", _strong),
        ("link_open", _link),
    ):
        reader.add_render_rule(kind, draw)
    return reader


def _drawn(_self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    return tokens[index].content


def _plain(_self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    """Render text; a tile's name is never broken."""
    return _TILE.sub(r'<span class="tile">\g<0></span>', escapeHtml(tokens[index].content))


def _code(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """Render `code`; many digits are named instead of being read out."""
    if _DIGITS.fullmatch(tokens[index].content):
        tokens[index].attrs |= {"role": "img", "data-name": "playground.digits"}
    return _TILE.sub(r'<span class="tile">\g<0></span>', self.code_inline(tokens, index, options, env))


def _strong(_self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    """Render `**bold**` and `__underlined__`, which are the same for CommonMark."""
    token = tokens[index]
    name = "u" if token.markup == "__" else "strong"
    return f"</{name}>" if token.nesting < 0 else f"<{name}>"


def _link(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, _env: Any) -> str:
    tokens[index].attrs |= {"target": "_blank", "rel": "noreferrer noopener"}
    return self.renderToken(tokens, index, options, _env)


_READER: Final = _reader()
