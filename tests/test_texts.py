"""The texts that a reader sees: short sentences, plain words, and a name and link of each source.

Every string of pages and `ui` is a text, except docstrings and code, and so is the prose of the
Markdown and TOML files, those of `metrics` too. Markup and formulas are taken out first.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pytest

from app_driver import controls, text, visit
from ui.contents import LESSONS, PAGES, TEXTS

ROOT: Final = Path(__file__).parents[1]
BOARD: Final = ROOT / "assets/board/board.html"
MOST_WORDS: Final = 30
MOST_LINES_OF_README: Final = 200
FEWEST_WORDS: Final = 5
"""A text with fewer words is a label."""
FILES: Final = [
    *(
        path.relative_to(ROOT).as_posix()
        for folder, kinds in {
            "pages": (".py", ".toml", ".md"),
            "ui": (".py",),
            "metrics": (".toml",),
        }.items()
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in kinds
    ),
]

BANNED: Final = {
    r"\bmend(s|ed|ing)?\b": "repair, improve",
    r"\bdear(er|est|ly)?\b": "cost more",
    r"\btextbooks?\b|\btext in print\b|\bpublished (text|example|walk-through)\b": "name the text",
    r"(^|[.:] )Who (?!is\b)\w+s\b(?![^.]*\?)": "a reader who",
    r"\bis (told|deaf|blind)\b": "say what it reads",
}
"""Turns that readers must decode, and what to write instead."""


def _written(node: ast.expr) -> str:
    """Return the text that an expression writes; what is only known later counts as one word."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else "X"
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_written, node.values))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _written(node.left) + _written(node.right)
    return "X"


def _strings(tree: ast.Module) -> Iterator[str]:
    """Yield every text of a module without its docstrings, joined where the module joins it."""
    skipped = {
        id(node.value)
        for body in ast.walk(tree)
        if hasattr(body, "body") and isinstance(body.body, list)
        for node in body.body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if not (is_text or isinstance(node, ast.JoinedStr | ast.BinOp)) or id(node) in skipped:
            continue
        parts: list[ast.expr] = [node]
        while parts:
            part = parts.pop()
            skipped.add(id(part))
            if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add):
                parts += [part.left, part.right]
            if isinstance(part, ast.JoinedStr):
                parts += part.values
        if not re.search(r"\b(np|alt)\.|\\begin", text := _written(node)):  # code, formulas
            yield text


def _prose(book: Any) -> Iterator[str]:
    """Yield every text of a TOML file."""
    if isinstance(book, str):
        yield book
    elif isinstance(book, list | dict):
        for entry in book.values() if isinstance(book, dict) else book:
            yield from _prose(entry)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text without markup, formulas, table rows and headings."""
    plain = re.sub(r"\$\$.*?\$\$|\$[^$\n]*\$", "X", text, flags=re.DOTALL)
    plain = re.sub(r"<(style|svg|script).*?</\1>", "", plain, flags=re.DOTALL)
    plain = re.sub(
        r"</?(?:p|li|h\d|summary|div|section|details|td|th|tr|br)\b[^>]*>", "\n\n", plain
    )
    plain = re.sub(r"<[^>]*>|[*_`“”]", "", plain)
    plain = re.sub(r"\]\([^)]*\)|\[", "", plain)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-#|]|\d\.))", plain):
        line = " ".join(block.split())
        if not line.startswith(("|", "#")):
            yield from re.split(r"(?<=[.!?])\s+(?=[A-Z“(\d])", line)


def texts(name: str) -> Iterator[str]:
    """Yield every text of a file."""
    written = (ROOT / name).read_text(encoding="utf-8")
    if name.endswith(".py"):
        yield from _strings(ast.parse(written))
    elif name.endswith(".toml"):
        yield from _prose(tomllib.loads(written))
    else:
        yield re.sub(r"\{\{.*?\}\}|\[\]\(\w+:\w+\)", "X", written)


def faults(name: str) -> Iterator[str]:
    """Yield every sentence of a file that is too long or has a turn that readers must decode."""
    for sentence in chain.from_iterable(map(sentences, texts(name))):
        words = re.findall(r"[\w’'@.,/−-]+", sentence)
        if len(words) > MOST_WORDS:
            yield f"{len(words)} words: {sentence}"
        for turn, instead in BANNED.items():
            if len(words) > FEWEST_WORDS and re.search(turn, sentence):
                yield f"instead: {instead}: {sentence}"


@pytest.mark.parametrize("name", FILES)
def test_sentences_are_short_and_plain(name: str) -> None:
    assert [*faults(name)] == []


TERMS: Final = {
    r"AP": "average precision",
    r"nDCG": "discounted (cumulative )?gain",
    r"ERR": "expected reciprocal rank",
    r"k": r"first \d+ ranks|cutoff",
    r"[Nn]ot retrieved": "search did not show|[Bb]elow the dashed line: not retrieved",
    r"RR": "reciprocal rank|1 . rank",
    r"MSE": "mean squared error|squared error",
    r"inversions?": r"pairs? of documents|stands? (above|below)",
    r"hits?": "relevant document",
    r"FRP": "first relevant rank",
    r"MR": "mean rank",
    r"slots?": "relevant document",
    r"MAP": r"mean.{0,20}(average precision|\bAP)",
    r"GMAP": "geometric mean",
    r"DCG": "discounted",
    r"GAP": "graded average precision",
    r"RBP": "rank-biased precision",
    r"C/W/L": r"continu\w+.{0,60}(look.{0,60})?weight.{0,60}last",
    r"INSQ": "inverse squares?",
    r"INST": "target",
    r"τ": "Kendall",
    r"RBO": "rank-biased overlap",
    r"P\(A\)": "share of (the )?(documents|equal answers)",
    r"κ": "kappa.{0,40}beyond chance",
}
"""Terms of the lessons, with words that an explanation of each has."""


WITH_TERMS: Final = ("welcome", "playground", "your_data", *(page.name for page in LESSONS))
"""The pages that use terms; the reference is itself where they are explained."""
LENT: Final = ("two_tools",)
"""Pages that name metrics as tools do and link to their lessons."""


def read(name: str) -> str:
    """All that a reader of one page alone can read: its text, its knobs with their help, a tip."""
    at = visit(name)
    knobs = [
        str(control[part])
        for control in controls(at).values()
        for part in ("label", "help", "text")
        if part in control and control["kind"] != "link"
    ]
    has_board = any("board_a" in node.proto.json for node in at.get("bidi_component"))  # type: ignore[attr-defined]
    tip = BOARD.read_text(encoding="utf-8") if has_board else ""
    said = " ".join([PAGES[name].title, text(at), *knobs, tip])
    markup = r"\$\$.*?\$\$|<nav.*?</nav>|<style.*?</style>|<[^>]*>|\]\([^)]*\)|\*"
    return " ".join(re.sub(markup, " ", said, flags=re.DOTALL).split())


@pytest.mark.parametrize("name", [name for name in WITH_TERMS if name not in LENT])
def test_a_page_explains_each_of_its_terms(name: str) -> None:
    """A reader may open any page alone."""
    said = read(name)
    used = [term for term in TERMS if re.search(rf"(?<![\w-]){term}(?![\w-])", said)]
    flags = re.IGNORECASE | re.DOTALL
    assert used or name in ("your_data", "ab_test", "interleaving")
    assert [term for term in used if not re.search(TERMS[term], said, flags)] == []


@pytest.mark.parametrize("name", PAGES)
def test_whoever_is_quoted_is_linked(name: str) -> None:
    said = text(visit(name))
    for quoted in TEXTS.values():
        assert quoted.author not in said or quoted.url in said, quoted.author


def test_the_readme_is_short_and_lists_all_lessons() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.count("\n") <= MOST_LINES_OF_README
    assert [f"| {page.title} | {page.question} |" for page in LESSONS] == [
        line for line in readme.splitlines() if line.startswith("| ") and line.endswith("? |")
    ]


def test_the_reference_lists_all_texts() -> None:
    said = text(visit("reference"))
    assert all(f"[*{quoted.title}*]({quoted.url})" in said for quoted in TEXTS.values())


SPOKEN: Final = {
    r"\\frac|/": "over|divided by|ratio|half",
    r"\\sum": "sum",
    r"\\prod|\\cdots": "product",
    r"\\min": "smallest|smaller|at most",
    r"\\max": "largest|larger",
    r"\\log": "logarithm",
    r"\\sqrt": "square root",
    r"\\bar": " bar",
    r"\\cup": "without",
    r"\\le ": "up to",
    r"\\ge ": "at least",
    r"\\ne ": "differ",
    r"<": "less than|lower than",
    r"\|": "absolute",
    r"\\#": "number|how many",
    r"\^2": "squared",
    r"(?<!\})\^(\{\\,|\{?i-1|k|\{1/n)": "power",
    r"\^\*": "ideal",
    r" \+ ": "plus|sum",
    r" - ": "minus|difference",
    r"\\tau": "τ",
    r"\\rho": "ρ",
    r"\\sigma": "σ",
    r"\\beta": "β",
}
"""Signs of LaTeX, and words for each that a sentence has."""
NO_SYMBOLS: Final = {"a", "A", "B"}
"""Letters of sentences that are no symbols: the article, and two lists or systems."""
FORMULA: Final = re.compile(r"\$\$\n(.*?)\n\$\$\n\n([^\n]*)", re.DOTALL)


def unsaid(latex: str, said: str) -> Iterator[str]:
    """Yield what a formula has and its sentences lack, and what they have of their own."""
    for sign, words in SPOKEN.items():
        if re.search(sign, latex) and not re.search(words, said):
            yield sign
    named = " ".join(re.findall(r"\\(?:mathrm|text)\{([^}]*)\}", latex))
    yield from (word for word in re.findall(r"\w+", named) if word.lower() not in said.lower())
    rest = re.sub(r"\\(mathrm|text|begin|end)\{[^}]*\}|\^2|\\[A-Za-z]+", " ", latex)
    symbols = {*re.findall(r"[A-Za-z]|\d+", rest), *re.findall(r"\b[A-Za-z]\b", named)}
    yield from symbols - {*re.findall(r"[A-Za-z]+|\d+", said)}
    yield from {*re.findall(r"(?<![\w’])[A-Za-z](?![\w’])", said)} - symbols - NO_SYMBOLS


@pytest.mark.parametrize(
    ("latex", "said", "lacks"),
    [
        (r"\mathrm{P@}k = \frac{1}{k}", "P at k is 1 over k.", set()),
        (r"\mathrm{P@}k = \frac{1}{k}", "P at k is 1.", {r"\\frac|/"}),
        (r"x_{10} = m", "x at 1 is m.", {"10"}),
        (r"x = \mathrm{hit}_i", "x is y at i.", {"hit", "y"}),
    ],
)
def test_what_sentences_lack_is_found(latex: str, said: str, lacks: set[str]) -> None:
    assert {*unsaid(latex, said)} == lacks


@pytest.mark.parametrize("name", PAGES)
def test_a_formula_is_followed_by_sentences_that_say_all_of_it(name: str) -> None:
    """A formula in the midst of a text is spelled by a screen reader, so there is none."""
    openings = [{}]
    if name == "average_precision":
        openings += [{"denominator": each} for each in ("found", "capped")]
    for query in openings:
        drawn = [
            re.sub("</?span[^>]*>", "", each.value) for each in visit(name, query).main.markdown
        ]
        formulas = [each for text in drawn for each in FORMULA.findall(text)]
        assert not any("$" in FORMULA.sub("", text) for text in drawn)
        for latex, said in formulas:
            assert [*unsaid(latex, said)] == []
            assert all(len(each.split()) <= MOST_WORDS for each in sentences(said))
