"""Read scores with the class of each case, 1 or 0: pairs, two rows, or the scores of each class.

Several models may give scores to the same cases: a column each beside one column of classes. Behind
a case may stand how often it comes: 0.9 1 x5. A word that is none of these is refused.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from string import ascii_uppercase
from typing import Final, NamedTuple, TypeAlias

from metrics.typed import RefusedError
from ui.core.judged_tables import NOT
from ui.core.judgements import SAYS

Cases: TypeAlias = Sequence[tuple[float, int]]
"""A score and a class for each case."""

MOST_MODELS: Final = 4
_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?%?")
_LABEL: Final = re.compile(
    r"\s*[^\W\d_](?:[^:=\d]|(?<=\w)\d|\d+(?=\s*[:=]))*[:=]|\s*(?:true |actual |predicted )?"
    r"(?:scores?|probabilit(?:y|ies)|predictions?|class(?:es)?|labels?)(?=[\s\d.,-]+\d)"
)
_CLASS_LABEL: Final = re.compile(
    r"(?:scores? (?:of|for) )?(?:the )?(?:class )?([^\s:=]+)(?: class| cases| documents)?\s*[:=]"
)
_GROUP: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_MARKED: Final = re.compile(r"(\d)([+*✓✗]|-(?=[\s,;]|$))")
_DECIMAL_COMMA: Final = re.compile(r"(?<![\d,.])(\d+),(\d+)(?![\d,.])")


_IS_CLASS: Final = re.compile(r"true|truth|actual|class|label|gold|relevan|target|outcome|^y$")
_IS_ID: Final = re.compile(
    r"(?:#|no|n|id|case|doc(?:ument)?|item|row|instance|example|e-?mail|student|user|person|patient"
    r"|customer|sample|observation|query|subject)\.?"
)
"""The names of columns that are no scores."""
_IS_COUNT: Final = re.compile(r"counts?|times|frequency|freq\.?")
"""The names of a column that says how often each case comes."""
_TITLE: Final = re.compile(
    r"(?:(?:true|actual|scores?|probabilit(?:y|ies)|class(?:es)?|labels?|cases?|is|has|and)[:=]?"
    r"|[:=])"
)
"""A word between numbers that names them."""
_SEVERAL: Final = re.compile(
    r"(?<=[\s,)\]])\(?(?:[x×*]\s?(?P<behind>\d{1,3})|(?P<times>\d{1,3})\s?(?:x|×|times))\)?\s*$"
    r"|^\s*(?P<before>\d{1,3})\s?[x×*]\s(?=.*\d)",
    re.IGNORECASE,
)
"""How often a case comes."""
_POSITIVE: Final = re.compile(
    r"(?:^|[;,\n])\s*(?:class\s+)?([^\W\d][\w-]*)\s*(?:=|\bis\b)\s*(?:1|\+|positive)\s*[.;]?\s*$",
    re.IGNORECASE,
)
"""What says last which of two words is the class 1."""
_NAME: Final = re.compile(r"\s*([^\W\d][^:=;,]*?)\s*[:=,\s]\s*(?=[-+.\d])")
_LONGEST_NAME: Final = 12


class Models(NamedTuple):
    """Scores that several models give the same cases.

    Attributes:
        names: what the models are called.
        scores: a row of scores for each model.
        classes: the class of each case, 1 or 0.
    """

    names: Sequence[str]
    scores: Sequence[Sequence[float]]
    classes: Sequence[int]


def models(text: str) -> Models | None:
    """Read a table with a column, or a row, of scores for each of two to four models.

    None for a text that has one column of scores, or no column of classes.

    >>> models("case LR SVM class; 1 0.9 0.8 1; 2 0.7 0.3 0")
    Models(names=['LR', 'SVM'], scores=[[0.9, 0.7], [0.8, 0.3]], classes=[1, 0])
    >>> models("A: 0.9 0.7 0.1; B: 0.8 0.3 0.2; true: 1 0 0").scores
    [[0.9, 0.7, 0.1], [0.8, 0.3, 0.2]]
    """
    plain = _with_positive(text).translate({ord(dash): "-" for dash in "−–"})
    plain = _each(_MARKED.sub(r"\1 \2", NOT.sub("n", plain)))
    between = r"[;\n]" if re.search(r"[;\n]", plain) else ","
    if "." not in plain and between != ",":
        plain = _DECIMAL_COMMA.sub(r"\1.\2", plain)
    rows = [row for row in re.split(between, plain.replace("|", " ")) if row.strip(" -:+,")]
    grid = [_words(row) for row in rows]
    if len(grid) < 3:
        return None
    head, body = (rows[0], grid[1:]) if not _has_number(grid[0]) else ("", grid)
    if len({*map(len, body)}) == 1:
        columns = [[*column] for column in zip(*body, strict=True)]
        if found := _of_models(columns, _names(head, len(columns))):
            return found
    named = [_NAME.match(row) for row in rows]
    across = [
        _words(row[each.end() if each else 0 :]) for row, each in zip(rows, named, strict=True)
    ]
    if between == "," or len({*map(len, across)}) > 1 or len(across[0]) < 3:
        return None
    return _of_models(across, [each[1] if each else "" for each in named])


def _of_models(columns: Sequence[Sequence[str]], names: Sequence[str]) -> Models | None:
    """Return the models of columns, by their names or ""; None if they are no several models."""
    said = [name.lower() for name in names]
    lower = [[word.lower() for word in column] for column in columns]
    classes = [at for at, column in enumerate(lower) if _meanings(column)]
    if not classes:
        return None
    best = [at for at in classes if _IS_CLASS.search(said[at]) and "pred" not in said[at]]
    (of,) = (best or classes)[-1:]
    scores = [
        at
        for at, column in enumerate(lower)
        if at not in classes
        and all(map(_NUMBER.fullmatch, column))
        and not _IS_ID.fullmatch(said[at])
        and not (at == 0 and not said[at] and _counts_up(column))
    ]
    meanings = _meanings(lower[of])
    rest = [at for at in range(len(lower)) if at not in (of, *scores)]
    if not all(_is_name(at, said[at], lower[at]) for at in rest):
        return None
    if any(map(_IS_COUNT.fullmatch, said)):
        return None
    if not 2 <= len(scores) <= MOST_MODELS or {*meanings.values()} != {0, 1}:
        return None
    called = [re.sub(r"[^\w.-]+", "-", names[at]).strip("-")[:_LONGEST_NAME] for at in scores]
    if not all(called) or len({*called}) < len(called) or any(map(_NUMBER.fullmatch, called)):
        called = [*ascii_uppercase[: len(scores)]]
    return Models(
        called,
        [[_number(word) for word in lower[at]] for at in scores],
        [meanings[word] for word in lower[of]],
    )


def _names(head: str, count: int) -> list[str]:
    """Return the names of so many columns; the last ones, or the first ones, may have none."""
    cells = [cell.strip() for cell in re.split(r"[,\t]", head)]
    found = cells if len(cells) in (count, count - 1) else _words(head)
    return (
        [*found, ""] if len(found) == count - 1 else found if len(found) == count else [""] * count
    )


def _has_number(words: Sequence[str]) -> bool:
    return any(map(_NUMBER.fullmatch, words))


def _each(text: str) -> str:
    """Write a case as often as it comes.

    >>> _each("0.9 1 x3, 0.7 0"), _each("(0.9, 1) × 2; 0.7 0 (2 times)")
    ('0.9 1,0.9 1,0.9 1, 0.7 0', '(0.9, 1);(0.9, 1); 0.7 0; 0.7 0')
    """
    if not re.search(r"\d\s?(?:[x×*]|times)|[x×*]\s?\d", text, re.IGNORECASE):
        return text
    rows = []
    for row in re.split(r"[;\n]", text):
        parts = re.split(r",(?![^()\[\]]*[)\]])", row)
        if sum(map(bool, map(_SEVERAL.search, parts))) > 1 or any(
            _SEVERAL.search(part) for part in parts[:-1]
        ):
            rows.append(",".join(each for part in parts for each in _often(part)))
        else:
            rows += _often(row)
    return ";".join(rows)


def _often(case: str) -> list[str]:
    """Return a case as often as it says, without saying it."""
    found = _SEVERAL.search(case)
    if not found:
        return [case]
    (times,) = filter(None, found.groups())
    bare = (case[: found.start()] + case[found.end() :]).rstrip(" ,")
    return [bare] * int(times)


def read(text: str) -> Cases:
    """Read the cases of a text; empty for a text that has others.

    Raises:
        RefusedError: if it has a word beside scores, classes and names; the message says which.

    >>> read("0.9 1, 0.7 0"), read("0.9 0.7; + -"), read("pos: 0.9 0.8; neg: 0.7")
    ([(0.9, 1), (0.7, 0)], [(0.9, 1), (0.7, 0)], [(0.9, 1), (0.8, 1), (0.7, 0)])
    >>> read("0.9 spam, 0.7 ham; spam = 1")
    [(0.9, 1), (0.7, 0)]
    >>> read("0.9 1 x2, 0.7 0")
    [(0.9, 1), (0.9, 1), (0.7, 0)]
    """
    plain = (
        _with_positive(text).lower().translate({ord(dash): "-" for dash in "−–"}).replace("✔️", "✓")
    )
    plain = _each(_MARKED.sub(r"\1 \2", NOT.sub("n", plain)).strip())
    if "." not in plain and re.search(r"[;\n]", plain):  # 0,9 1; 0,7 0
        decimal = _DECIMAL_COMMA.sub(r"\1.\2", plain)
        if decimal != plain and (found := _read(decimal)):
            return found
    return _read(plain)


def _with_positive(text: str) -> str:
    """Write 1 for the word that a text calls the class 1 last, as in spam = 1."""
    said = _POSITIVE.search(text)
    rest = text[: said.start()] if said else text
    word = said and re.compile(rf"(?<![\w-]){re.escape(said[1])}(?![\w-])", re.IGNORECASE)
    return word.sub("1", rest) if word and word.search(rest) else text


def _read(plain: str) -> Cases:
    rows = [row.strip() for row in re.split(r"[;\n]", plain) if row.strip()]
    if found := _by_class(rows):
        return found
    rows = [_LABEL.sub("", row, count=1) for row in rows]
    if len(rows) == 1 and len(sides := _GROUP.findall(plain)) == 2 and len(_words(sides[0])) > 2:
        _refuse_beside_groups(rows[0])
        rows = sides
    either = [*map(_words, rows)] if len({len(_words(row)) for row in rows}) == 1 else []
    if len(either) == 2 and len(either[0]) > 2 and (found := _of_columns(either)):
        return found
    table = [words for row in rows for words in _cases(row)]
    names: list[str] = []
    if len(table) > 2 and not any(map(_NUMBER.fullmatch, table[0])):
        names, *table = table
    if len({*map(len, table)}) != 1:
        usual = sorted(map(len, table))[len(table) // 2] if table else 0
        odd = next((words for words in table if len(words) != usual), [])
        if usual == 2 and odd:
            raise RefusedError(f"“{' '.join(odd)[:30]}” is no score with its class.")
        return []
    columns = [[*column] for column in zip(*table, strict=True)]
    found = _of_columns(columns, names) or (_of_columns(either) if len(either) == 2 else [])
    if not found:
        _refuse_two_words([*columns, *either])
    return found


def _by_class(rows: Sequence[str]) -> Cases:
    """Read the scores of each class behind its name."""
    named = [_CLASS_LABEL.match(row) for row in rows]
    says = [SAYS.get(each[1]) or SAYS.get(each[1].removesuffix("s")) for each in named if each]
    if len(rows) != 2 or {*says} != {"0", "1"}:
        return []
    found = []
    for row, each, of in zip(rows, named, says, strict=True):
        words = _words(row[each.end() if each else 0 :])
        if not words or not all(map(_NUMBER.fullmatch, words)):
            return []
        found += [(_number(word), int(str(of))) for word in words]
    return found


def _cases(row: str) -> list[list[str]]:
    """Part a row into cases, of a score and a class each."""
    if groups := [words for each in _GROUP.findall(row) if len(words := _words(each)) > 1]:
        _refuse_beside_groups(row)
        return groups
    parts = [words for part in row.split(",") if (words := _words(part))]
    if len(parts) > 1 and all(len(each) > 1 for each in parts):
        return parts
    words = _words(row)
    if len(words) > 3 and len(words) % 2 == 0:
        return [words[at : at + 2] for at in range(0, len(words), 2)]
    return [words]


def _of_columns(columns: Sequence[Sequence[str]], names: Sequence[str] = ()) -> Cases:
    """Return the cases of columns: the last one of classes, and the last one of other numbers."""
    if times := [at for at, name in enumerate(names) if _IS_COUNT.fullmatch(name)]:
        (at, *_), rest = times, [*names]
        del rest[at]
        each = [column for place, column in enumerate(columns) if place != at]
        if len(names) != len(columns) or not all(map(str.isdecimal, columns[at])):
            return []
        many = [int(word[:3]) for word in columns[at]]
        return _of_columns(
            [[w for w, n in zip(one, many, strict=True) for _ in range(n)] for one in each], rest
        )
    classes = [column for column in columns if _meanings(column)]
    scores = [column for column in columns if all(map(_NUMBER.fullmatch, column))]
    if len(columns) > 2 and _counts_up(columns[0]):
        scores = [column for column in scores if column is not columns[0]]
        classes = [column for column in classes if column is not columns[0]]
    for of in reversed(classes):
        if given := next((each for each in reversed(scores) if each is not of), None):
            said = names if len(names) == len(columns) else [""] * len(columns)
            for at, (name, column) in enumerate(zip(said, columns, strict=True)):
                if column is not of and column is not given and not _is_name(at, name, column):
                    case = " ".join(column[0] for column in columns)
                    raise RefusedError(
                        f"“{column[0]}” in “{case[:30]}” is neither the score nor the class. "
                        "Behind a case, x5 says that it comes five times."
                    )
            cases = zip(given, of, strict=True)
            meanings = _meanings(of)
            return [(_number(score), meanings[is_1]) for score, is_1 in cases]
    return []


def _is_name(at: int, name: str, column: Sequence[str]) -> bool:
    """Return whether a column names the cases, or what the numbers beside it are."""
    if _IS_ID.fullmatch(name) or all(map(_TITLE.fullmatch, column)):
        return True
    if at or name:
        return at == 0 and bool(name) and not any(map(_NUMBER.fullmatch, column))
    distinct = len({*column}) == len(column)
    return _counts_up(column) or (distinct and not any(map(_NUMBER.fullmatch, column)))


def _counts_up(column: Sequence[str]) -> bool:
    """Return whether a column numbers the cases from 1 on; equal cases have one number."""
    numbers = [number for number, _ in groupby(column)]
    return len(numbers) > 1 and numbers == [str(at) for at in range(1, len(numbers) + 1)]


def _refuse_beside_groups(row: str) -> None:
    """Raise a `RefusedError` that names the first word outside of brackets."""
    if beside := _words(_GROUP.sub(" ", row)):
        raise RefusedError(f"“{beside[0]}” stands outside of the brackets.")


def _refuse_two_words(columns: Sequence[Sequence[str]]) -> None:
    """Raise a `RefusedError` if a column has two words of which nobody knows which one is 1."""
    for column in columns:
        words = [*dict.fromkeys(column)]
        if len(words) == 2 and not any(map(re.compile(r".*\d").match, words)):
            raise RefusedError(
                f"Which is class 1, “{words[0][:20]}” or “{words[1][:20]}”? Say it last: "
                f"{words[0][:20]} = 1"
            )


def _meanings(column: Sequence[str]) -> Mapping[str, int]:
    """Return what each word of a column says, 1 or 0; empty if they are no classes.

    Of two words one may be unknown, as in spam and not: it says the other thing.
    """
    says = {word: int(SAYS[word]) for word in column if word in SAYS}
    others = {*column} - {*says}
    if len(others) == 1 and len({*says.values()}) == 1 and not _NUMBER.fullmatch(min(others)):
        says |= {min(others): 1 - next(iter(says.values()))}
        others = set()
    return says if not others else {}


def _words(text: str) -> list[str]:
    return re.findall(r"[^\s,/()\[\]|]+", text)


def _number(word: str) -> float:
    return round(float(word.rstrip("%")), 6)
