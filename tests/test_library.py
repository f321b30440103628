"""The page on the library: its table of other tools, run; its names, as in the docstrings."""

import re
from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any, NamedTuple

import ir_measures
import pytest
import pytrec_eval
import ranx
from ir_measures import ERR, RR, nDCG
from sklearn.metrics import average_precision_score, ndcg_score

import library
from metrics import evaluate
from metrics.conventions import CONVENTIONS, LINES, printed_by
from metrics.ranking import Ranking

TEXT = library.PAGE.read_text(encoding="utf-8")
EXAMPLE = re.search(r"^run = .*\nqrels = .*", TEXT, re.MULTILINE)


class Data(NamedTuple):
    """A run and its judgements."""

    run: Mapping[str, Mapping[str, float]]
    qrels: Mapping[str, Mapping[str, int]]

    @property
    def hits(self) -> Mapping[str, Mapping[str, int]]:
        """The judgements with 1 for each grade above 0."""
        return {
            topic: {name: int(grade > 0) for name, grade in graded.items()}
            for topic, graded in self.qrels.items()
        }

    def rows(self, qrels: Mapping[str, Mapping[str, int]]) -> list[tuple[list[int], list[float]]]:
        """The grades and the scores of each list."""
        return [
            ([qrels[topic].get(name, 0) for name in scores], [*scores.values()])
            for topic, scores in self.run.items()
        ]


def example() -> Data:
    """What stands on the page."""
    names: dict[str, Any] = {}
    assert EXAMPLE
    exec(EXAMPLE[0], names)
    return Data(names["run"], names["qrels"])


def odd(case: str, data: Data) -> Data:
    """The same data in a case in which tools differ."""
    if case.startswith("the run lacks a topic"):
        return data._replace(run={"1": data.run["1"]})
    if case.startswith("scores are tied"):
        return data._replace(run={topic: dict.fromkeys(of, 1.0) for topic, of in data.run.items()})
    if case.startswith("nothing is relevant to a topic"):
        return data._replace(qrels={**data.qrels, "2": dict.fromkeys(data.qrels["2"], 0)})
    assert case.startswith(("in no case", "you leave out top_grade"))
    return data


def there(tool: str, call: str, data: Data) -> float:
    """What a tool prints; of one that is only read, what our line of it says."""
    if tool == "trec_eval":
        name = call.split()[2]
        scores = pytrec_eval.RelevanceEvaluator(data.qrels, {name}).evaluate(data.run).values()
        return fmean(score for of_topic in scores for score in of_topic.values())
    if tool.endswith("°"):
        return of_line(tool[:-1], call.partition("(")[0], data)
    names = {
        **{"run": data.run, "qrels": data.qrels, "rows": data.rows(data.qrels), "mean": fmean},
        **{"binary_rows": data.rows(data.hits), "ir_measures": ir_measures, "ranx": ranx},
        **{"nDCG": nDCG, "RR": RR, "ERR": ERR, "ndcg_score": ndcg_score},
        "average_precision_score": average_precision_score,
    }
    return float(eval(call, names))


def of_line(tool: str, name: str, data: Data) -> float:
    """The mean of a line over the topics that the run has, as its entry treats them."""
    (line,) = (each for each in LINES if (each.tool, each.prints) == (tool, name))
    reads_grades = CONVENTIONS[line.definition].metric == "ndcg"
    graded = data.qrels if reads_grades else data.hits
    scores = []
    for topic, ranked in data.run.items():
        missed = [graded[topic][each] for each in graded[topic].keys() - ranked.keys()]
        grades = [graded[topic].get(each, 0) for each in ranked]
        found = printed_by(
            line,
            Ranking(grades, missed, top_grade=3),
            10,
            tied=[*ranked.values()],
            ids=[*ranked],
        )
        if not found.why:
            scores.append(found.number)
    return fmean(scores)


def here(call: str, data: Data) -> float:
    names = {"run": data.run, "qrels": data.qrels, "hits": data.hits, "evaluate": evaluate}
    return float(eval(call, names).loc["mean"].iloc[0])


def rows() -> Iterator[list[str]]:
    """The rows of the table, as the cells' texts without marks of code."""
    table = TEXT.partition("## Coming from another tool")[2].partition("## By name")[0]
    for line in table.splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").split(" | ")]
        if len(cells) == 7 and cells[0] not in ("tool", "---"):
            yield cells


@pytest.mark.filterwarnings("ignore::metrics.runs.InputWarning")
@pytest.mark.parametrize("row", [*rows()], ids=lambda row: f"{row[0]} {row[1]}")
def test_a_row_holds(row: list[str]) -> None:
    tool, wrote, now, both, case, differs_there, differs_here = row
    data = example()
    found = [f"{there(tool, wrote, data):.4f}", f"{here(now, data):.4f}"]
    assert found == [both, both]
    other = odd(case, data)
    now = now.replace(", top_grade=4", "") if "leave out top_grade" in case else now
    found = [f"{there(tool, wrote, other):.4f}", f"{here(now, other):.4f}"]
    assert found == [differs_there, differs_here]
    assert (differs_there == differs_here) == case.startswith("in no case")


def test_each_tool_has_a_row() -> None:
    assert {row[0].strip("°") for row in rows()} == {
        *("trec_eval", "ir_measures", "ranx", "scikit-learn", "torchmetrics", "Recommenders"),
    }


def test_a_tool_is_marked_as_read_if_no_test_runs_it() -> None:
    run = {line.tool for line in LINES if line.proof == "run"}
    for tool, *_ in rows():
        assert (tool.strip("°") in run) != tool.endswith("°"), tool


def test_the_names_are_those_of_the_docstrings() -> None:
    assert library.page(TEXT) == TEXT, "run `make names`"


def test_the_names_are_public_and_called_as_installed() -> None:
    names = library.names()
    assert {"rankbook.evaluation.evaluate", "rankbook.ranking.Ranking"} <= names.keys()
    assert "rankbook.runs.read" in names
    for signature, told in names.values():
        assert told
        assert not re.search(r"(?<!sklearn\.)\bmetrics\.[a-z]|import metrics", signature + told)
