"""The command `rankbook`: evaluate runs, compare them, and explain a number that a tool printed.

It ends with 0; with 1 where a mean is below what `--fail-below` asks for, or nothing explains a
number; with 2 for input or options that are refused, with one sentence that says why.

Modules that take long to import are imported where they are used.
"""

import argparse
import csv
import io
import json
import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from .conventions.case import Case
    from .conventions.explain import Explanation
    from .conventions.lines import Line
    from .conventions.reading import Kind, Number
    from .ranking import Ranking
    from .runs import JudgedRun

DEFAULT: Final = ("nDCG@10", "AP", "RR")
"""Metrics that are shown where none is named."""

_DONE, _BELOW, _REFUSED, _STOPPED = 0, 1, 2, 130
_STANDARD_INPUT: Final = "-"
_PATIENCE: Final = 1.0  # seconds without a bar
_WIDTH: Final = 30  # of the bar, in characters
_MOST_SHOWN: Final = 5
"""Most readings of a number that are written out as text."""
_EXAMPLES: Final = """\
examples:
  rankbook eval run.txt qrels.txt -m nDCG@10 AP --per-topic
  rankbook eval run.txt qrels.txt --fail-below nDCG@10=0.4
  rankbook compare a.txt b.txt c.txt qrels.txt -m nDCG@10
  rankbook explain 0.731 --metric nDCG@10 run.txt qrels.txt
  rankbook explain "0.731 and 0.694" --metric nDCG@10 run.txt qrels.txt
  rankbook explain "RR 0.06, Hit@10 0.30" run.txt qrels.txt
  zcat run.gz | rankbook eval - qrels.txt --json

A file may be a TREC run, TREC qrels, a table, JSON, or gzip of these; - is standard input.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit code.

    Args:
        arguments: what stands behind the name of the command; None: those of this process.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        asked = _parser().parse_args(arguments)
        code: int = asked.run(asked)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _STOPPED
    except (OSError, ValueError, MemoryError) as refused:
        if isinstance(refused, BrokenPipeError):  # as of `rankbook … | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            return _DONE
        said = str(refused) if isinstance(refused, ValueError) else _of_system(refused)
        print(f"rankbook: {' '.join(said.split())}", file=sys.stderr)
        return _REFUSED


def _of_system(error: OSError | MemoryError) -> str:
    if isinstance(error, MemoryError):
        return "there is not enough memory to read so much at once"
    return f"{error.filename or 'a file'}: {error.strerror or error}"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one sentence."""
        self.exit(_REFUSED, f"rankbook: {message}; {self.prog} --help shows what is allowed\n")


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    what = "Score rankings, and say what other tools print under a metric’s name."
    parser = _Parser("rankbook", description=what, epilog=_EXAMPLES, formatter_class=raw)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    one = commands.add_parser("eval", help="score a run under several metrics")
    one.add_argument("given", metavar="RUN")
    one.add_argument("qrels", metavar="QRELS", nargs="?", help="not for a run with grades")
    _add_metrics(one)
    one.add_argument("--per-topic", action="store_true", help="show the scores of each topic, too")
    one.add_argument(
        "--fail-below",
        metavar="NAME=NUMBER",
        action="append",
        default=[],
        type=_bound,
        help="end with 1 if the mean of a metric is below a number; may be given again",
    )
    one.set_defaults(run=_evaluate)

    several = commands.add_parser(
        "compare",
        help="compare two runs or more, topic by topic",
        description="Compare each two runs: both means, the mean difference B − A with the ends of "
        "its interval of 95 %, three p-values, and that of the t-test corrected for all rows.",
    )
    several.add_argument("given", metavar="RUN", nargs="+")
    several.add_argument("qrels", metavar="QRELS")
    _add_metrics(several)
    several.set_defaults(run=_compare)

    why = commands.add_parser(
        "explain",
        help="say which tools print a number, and by which definition",
        description="Say which tools print a number for a run, what differs in two, and whether "
        "several can stand together. Ends with 1 if nothing gives a number.",
    )
    why.add_argument(
        "number",
        metavar="NUMBER",
        help="as printed: 0.731, 73.1%%, 3/4 or nan; two, '0.731 and 0.694'; several with names, "
        "'RR 0.06, Hit@10 0.3'",
    )
    why.add_argument("given", metavar="RUN")
    why.add_argument("qrels", metavar="QRELS", nargs="?", help="not for a run with grades")
    why.add_argument(
        "--metric",
        metavar="NAME",
        help="what the tool calls it, as nDCG@10; no cutoff means the longest list’s length; not "
        "for numbers with names",
    )
    why.add_argument("--topic", help="explain the number of one topic, not the mean")
    why.set_defaults(run=_explain)

    for each in (one, several, why):
        _add_common(each)
    return parser


def _add_metrics(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        *("-m", "--metrics"),
        metavar="NAME",
        nargs="+",
        action="extend",
        help=f"names of ir_measures or trec_eval; without any: {' '.join(DEFAULT)}",
    )
    parser.add_argument(
        "--undefined",
        choices=("worst", "skip", "error"),
        default="worst",
        help="a topic without a score counts as the worst one, is skipped, or refused",
    )


def _add_common(parser: argparse.ArgumentParser) -> None:
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", dest="form", action="store_const", const="json")
    forms.add_argument("--csv", dest="form", action="store_const", const="csv")
    parser.add_argument(
        "--relevant-from", type=float, default=1, metavar="GRADE", help="lowest relevant grade"
    )
    parser.add_argument("--top-grade", type=float, metavar="GRADE", help="highest of the scale")
    parser.add_argument(
        "--precision",
        choices=("single", "double"),
        default="single",
        help="of scores: single as up to trec_eval 9, double as in trec_eval 10",
    )
    parser.add_argument(
        "--worth",
        metavar="WORD=GRADE",
        nargs="+",
        action="extend",
        type=_bound,
        help="what words are worth as grades, as E=3 S=2",
    )


def _bound(text: str) -> tuple[str, float]:
    """Read a name and its number; a name may hold an equals sign, as RBP(p=0.8)=0.5.

    >>> _bound("RBP(p=0.8)=0.5")
    ('RBP(p=0.8)', 0.5)
    """
    name, sign, number = text.rpartition("=")
    try:
        if not sign or not name or (value := float(number)) != value:
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be a name, = and a number, as nDCG@10=0.4, got {text!r}"
        ) from None
    return name, value


def _sources(*names: str | None) -> list[Any]:
    """Return what to read for names of files; the content of standard input for -."""
    if [*names].count(_STANDARD_INPUT) > 1:
        raise ValueError("standard input, -, can stand for one file only")
    for name in names:
        if name and name != _STANDARD_INPUT and not Path(name).exists():
            raise ValueError(f"there is no file {name}")
    return [
        sys.stdin.buffer.read() if name == _STANDARD_INPUT else name and Path(name)
        for name in names
    ]


def _options(asked: argparse.Namespace) -> dict[str, Any]:
    return {
        "relevant_from": asked.relevant_from,
        "top_grade": asked.top_grade,
        "precision": asked.precision,
        "worth": dict(asked.worth or ()),
    }


# eval


def _evaluate(asked: argparse.Namespace) -> int:
    run, qrels = _sources(asked.given, asked.qrels)
    names = list(dict.fromkeys(asked.metrics or DEFAULT))
    names += [name for name, _ in asked.fail_below if name not in names]
    with _bar() as share:
        from .evaluation import scored, summed_up

        rules: Any = {"undefined": asked.undefined, **_options(asked)}
        found = summed_up(scored(run, qrels, names, progress=share, **rules))
    columns = {name: values.tolist() for name, values in found.columns.items()}
    rows = {
        topic: dict(zip(columns, scores, strict=True))
        for topic, *scores in zip(found.topics, *columns.values(), strict=True)
    }
    mean, means = found.topics[-1], rows[found.topics[-1]]
    shown = rows if asked.per_topic else {mean: means}
    if asked.form == "json":
        topics = {topic: scores for topic, scores in rows.items() if topic != mean}
        listed = {"topics": topics} if asked.per_topic else {}
        _write_json({"mean": means, **listed, "notes": found.notes})
    elif asked.form == "csv":
        _write_csv(
            ({"topic": topic, **scores} for topic, scores in shown.items()), ("topic", *columns)
        )
    elif asked.per_topic:
        _write_table(
            ("topic", *columns),
            [(topic, *map(_text, scores.values())) for topic, scores in shown.items()],
        )
    else:
        _write_table(("metric", "mean"), [(name, _text(value)) for name, value in means.items()])
    _tell(found.notes)
    return _below(asked.fail_below, means)


def _below(bounds: Iterable[tuple[str, float]], means: Mapping[str, float]) -> int:
    """Say which means are below their bounds; one that is no number is."""
    low = [(name, bound) for name, bound in bounds if not means[name] >= bound]
    for name, bound in low:
        print(f"rankbook: {name} is {means[name]:.6g}, below {bound:g}", file=sys.stderr)
    return _BELOW if low else _DONE


# compare


def _compare(asked: argparse.Namespace) -> int:
    if len({*asked.given}) < len(asked.given):
        raise ValueError("a run is named twice")
    if len(asked.given) < 2:
        raise ValueError("compare takes two runs or more, and the judgements last")
    *runs, qrels = _sources(*asked.given, asked.qrels)
    with _bar() as share:
        from .compare import several

        with _as_notes():
            table = several(
                dict(zip(asked.given, runs, strict=True)),
                qrels,
                list(dict.fromkeys(asked.metrics or DEFAULT)),
                undefined=asked.undefined,
                progress=share,
                **_options(asked),
            )
    rows: list[dict[str, Any]] = table.to_dict(orient="records")  # type: ignore[assignment]
    notes = table.attrs["notes"]
    if asked.form == "json":
        _write_json({"comparisons": rows, "notes": notes})
    elif asked.form == "csv":
        _write_csv(rows, table.columns)
    else:
        texts = ("metric", "run_a", "run_b")
        _write_table(
            table.columns,
            [
                [str(row[name]) if name in (*texts, "topics") else _text(row[name]) for name in row]
                for row in rows
            ],
            left=len(texts),
        )
    _tell(notes)
    return _DONE


# explain


def _explain(asked: argparse.Namespace) -> int:
    run, qrels = _sources(asked.given, asked.qrels)
    with _bar() as share:
        from .runs import read

        said, numbers, bar = _numbers(asked.number, asked.metric)
        options = _options(asked)
        if bar is not None:
            options["relevant_from"] = bar
        with _as_notes():
            judged = read(run, qrels, **options)
        lists = _lists(judged, asked.topic)
        longest = max(judged.ranking.grades.shape[-1], 1)
        wanted = [(number, metric, k or longest) for number, metric, k in numbers]
        if len(lists) > 1:
            found = [
                _of_mean(number, metric, lists, k, _part_of(share, at, len(wanted)))
                for at, (number, metric, k) in enumerate(wanted)
            ]
        elif len(wanted) == 2 and wanted[0][1:] == wanted[1][1:]:
            differ, found = _of_pair(wanted, lists[0])
            said = [differ] * bool(differ)
        else:
            found = [_of_list(number, metric, lists[0], k) for number, metric, k in wanted]
    notes = [note.text for note in judged.notes]
    if asked.form == "json":
        several = {"said": " ".join(said), "numbers": found}
        _write_json({**(several if len(wanted) > 1 else found[0]), "notes": notes})
    elif asked.form == "csv":
        which = ("number", "metric") * (len(wanted) > 1)
        rows = (
            {**{name: each[name] for name in which}, **row}
            for each in found
            for row in _flat(each["readings"])
        )
        _write_csv(rows, (*which, *_OF_READING, *_OF_TOOL))
    else:
        for sentence in said:
            print(sentence)
        for each in found:
            _write_explained(each)
    _tell(notes)
    return _DONE if all(each["readings"] for each in found) else _BELOW


def _numbers(
    text: str, name: str | None
) -> tuple[list[str], list[tuple["Number", str, int | None]], float | None]:
    """Read one number, two of one metric, or several with the names of their metrics.

    Returns:
        What several say of each other; each number with its metric and its cutoff; the lowest
        relevant grade, if the name sets it.
    """
    from .catalog import METRICS
    from .conventions import pasted
    from .conventions.bounds import bounds
    from .evaluation import parse

    if name is None:
        stated = pasted.stated(text)
        if not stated:
            raise ValueError(
                f"explain needs --metric, or numbers with names, as 'RR 0.06, Hit@10 0.3', "
                f"got {text!r}"
            )
        kept = sorted(bounds(stated), key=lambda bound: bound.is_kept)
        told = [f"{bound.text}{f' It needs {bound.needs}.' * bool(bound.needs)}" for bound in kept]
        return told, [(each.number, each.metric, each.k) for each in stated], None
    numbers = pasted.read(text)
    if not numbers:
        raise ValueError(f"explain takes a number, got {text!r}")
    wanted = parse(name)
    if wanted.key not in METRICS:
        raise ValueError(f"explain knows no conventions of {name}")
    of = wanted.key, wanted.knobs.get("k")
    return [], [(number, *of) for number in numbers], wanted.relevant_from


def _write_explained(found: Mapping[str, Any]) -> None:
    print(found["said"])
    for title, readings in (("", found["readings"]), ("Nearest:", found["nearest"])):
        if title and readings:
            print(title)
        for reading in readings[:_MOST_SHOWN]:
            _write_reading(reading)
        if len(readings) > _MOST_SHOWN:
            print(f"  … and {len(readings) - _MOST_SHOWN} more; --json has all")
    for remark in found["remarks"]:
        print(remark)


_OF_READING: Final = ("kind", "when", "label", "definition", "score")
_OF_TOOL: Final = ("tool", "version", "prints", "call")


def _lists(judged: "JudgedRun", topic: str | None) -> list["Ranking"]:
    """Return the list of each topic, or of one."""
    import numpy as np

    from .ranking import Ranking

    batch = judged.ranking
    if topic is not None and topic not in judged.topics:
        raise ValueError(f"nobody judged a topic {topic!r}")
    lengths = np.full(len(judged.topics), batch.grades.shape[-1])
    if batch.lengths is not None:
        lengths = batch.lengths
    return [
        Ranking(grades[:length], missed[~np.isnan(missed)], None, batch.top_grade, bar)
        for name, grades, missed, length in zip(
            judged.topics, batch.grades, batch.missed, lengths.tolist(), strict=True
        )
        if topic in (None, name)
        for bar in (batch.relevant_from,)
    ]


def _of_list(number: "Number", metric: str, ranking: "Ranking", k: int) -> dict[str, Any]:
    """Explain the number of one list, in the words of the page *Two tools*."""
    from .conventions.explain import explain

    return _told(explain(number, _case(metric, ranking, k)))


def _of_pair(
    pair: Sequence[tuple["Number", str, int]], ranking: "Ranking"
) -> tuple[str, list[dict[str, Any]]]:
    """Explain two numbers of one list by the fewest differences; also say what differs."""
    from .conventions.differing import in_full, last_digits, one_number, stopped
    from .conventions.explain import explain
    from .conventions.explain_two import explain_two

    (one, metric, k), (other, *_) = pair
    case = _case(metric, ranking, k)
    if isnan(one.value) or isnan(other.value):
        return "", [_told(explain(each, case)) for each in (one, other)]
    if said := one_number(one, other):
        _, fine = sorted((one, other), key=lambda each: -each.within)
        return f"{said}.", [_told(explain(fine, case))]
    if said := last_digits(one, other):
        return f"{said}.", [_told(explain(each, case)) for each in (one, other)]
    *both, knobs = explain_two(one, other, case)
    said = in_full(both, knobs)
    return said and stopped(said), [_told(replace(each, is_in_pair=bool(knobs))) for each in both]


def _case(metric: str, ranking: "Ranking", k: int) -> "Case":
    from .conventions.case import Case

    if not ranking.grades.size:
        raise ValueError("the run lacks this topic, so that its list is empty")
    return Case(metric, ranking, k)


def _told(explained: "Explanation") -> dict[str, Any]:
    """Return what is written of a number of one list."""
    from .conventions.answer import chance, headline, remarks
    from .conventions.reading import alike

    bar, number = explained.case.ranking.relevant_from, explained.number
    groups = alike(explained.readings)
    near = alike(explained.nearest) if not groups else []
    written, nearest = (
        [
            _reading(
                one[0].kind,
                one[0].when,
                (one[0].label, one[0].phrase, one[0].score),
                [line for each in one for line in each.lines],
                one[0].definition.known,
                (one[0].k, bar),
            )
            for one in some
        ]
        for some in (groups, near)
    )
    told = filter(None, (*remarks(explained), _plain(chance(explained))))
    causes = [f"{cause.name.capitalize()}: {cause.text}" for cause in explained.causes]
    return {
        "number": number.text,
        "metric": explained.case.label,
        "topics": 1,
        "said": f"{''.join(headline(explained))}.",
        "readings": written,
        "nearest": nearest,
        "remarks": [*told, *causes],
    }


def _of_mean(
    number: "Number",
    metric: str,
    lists: Sequence["Ranking"],
    k: int,
    progress: Callable[[float], object],
) -> dict[str, Any]:
    """Explain the mean over several topics."""
    from .conventions.over_topics import explain_mean

    explained = explain_mean(number, metric, lists, k, progress)
    bar = lists[0].relevant_from
    readings, nearest = (
        [
            _reading(
                each.kind,
                each.when,
                (each.label, each.definition.wording, each.score),
                each.lines,
                each.definition.known,
                (each.k, bar),
            )
            for each in some
        ]
        for some in (explained.readings, explained.nearest)
    )
    no = f"Nothing that we know gives {number.text} as the mean {explained.label} of "
    said = f"{no}{explained.topics} topics."
    if explained.readings:
        first = explained.readings[0]
        what = f": {first.definition.wording}" * bool(first.definition.wording)
        said = f"{first.label} is {number.text}, the mean over {first.counted} topics{what}."
        said += f" It is so if {first.when}." * bool(first.when)
    return {
        "number": number.text,
        "metric": explained.label,
        "topics": explained.topics,
        "said": said,
        "readings": readings,
        "nearest": nearest,
        "remarks": [],
    }


def _reading(
    kind: "Kind",
    when: str,
    what: tuple[str, str, float],
    lines: Iterable["Line"],
    known: str,
    at: tuple[int, float],
) -> dict[str, Any]:
    label, phrase, score = what
    tools = [
        {
            "tool": each.tool,
            "version": each.version,
            "prints": each.name(*at),
            "call": each.called(*at),
        }
        for each in lines
    ]
    fields = (kind.name.lower(), when, label, phrase, score)
    return {**dict(zip(_OF_READING, fields, strict=True)), "known": known, "tools": tools}


def _plain(html: str) -> str:
    return html.replace("<b>", "").replace("</b>", "")


def _write_reading(reading: Mapping[str, Any]) -> None:
    when = f"{reading['when']}: " * bool(reading["when"])
    what = f"{reading['label']}, {reading['definition']}".rstrip(", ")
    print(f"  {_text(reading['score'])}  {when}{what}")
    by = dict.fromkeys(f"{each['tool']} {each['prints']}" for each in reading["tools"])
    if who := ", ".join(by) or reading["known"]:
        print(f"          {who}")


def _flat(readings: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield a row for each tool of each reading."""
    for reading in readings:
        for tool in reading["tools"] or [{}]:
            yield {**{name: reading[name] for name in _OF_READING}, **tool}


# What is written


def _text(value: float) -> str:
    return f"{value:.4f}"


def _write_json(value: Any) -> None:
    """Write strict JSON, in which what is no number is null."""
    json.dump(_strict(value), sys.stdout, ensure_ascii=False, indent=2)
    print()


def _strict(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _strict(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_strict(each) for each in value]
    return None if isinstance(value, float) and value != value else value


def _write_csv(rows: Iterable[Mapping[str, Any]], names: Iterable[str]) -> None:
    writer = csv.DictWriter(sys.stdout, [*names], restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: "" if each != each else each for name, each in row.items()})


def _write_table(names: Iterable[str], rows: Iterable[Sequence[str]], left: int = 1) -> None:
    """Write columns side by side, the first ones from the left and numbers from the right."""
    lines = [[*names], *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


def _tell(notes: Iterable[str]) -> None:
    """Say on standard error what was noticed."""
    sys.stdout.flush()
    for note in notes:
        print(f"note: {note}", file=sys.stderr)


@contextmanager
def _as_notes() -> Iterator[None]:
    """Leave out warnings that are told as notes."""
    from .runs import InputWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        yield


# A bar for what takes longer than a second, where somebody looks


def _part_of(share: Callable[[float], object], at: int, of: int) -> Callable[[float], object]:
    """Return what is called with the share of one of several equal parts."""
    return lambda done: share((at + done) / of)


@contextmanager
def _bar() -> Iterator[Callable[[float], object]]:
    """Show a bar on standard error, if it is a terminal, until the block ends.

    What the block calls moves it. While nothing has, only the seconds are known.
    """
    if not sys.stderr.isatty():
        yield lambda _share: None
        return
    state, ended, began = [0.0], threading.Event(), time.monotonic()

    def show() -> None:
        if ended.wait(_PATIENCE):
            return
        while not ended.wait(0.1):
            done = round(state[0] * _WIDTH)
            bar = f"[{'#' * done}{'.' * (_WIDTH - done)}]" if state[0] else "reading"
            print(f"\r{bar} {time.monotonic() - began:.0f} s ", end="", file=sys.stderr, flush=True)
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield lambda share: state.__setitem__(0, share)
    finally:
        ended.set()
        thread.join()


if __name__ == "__main__":
    sys.exit(main())
