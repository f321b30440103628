"""The command: what it prints for lists that are worked by hand, how it ends, and what it refuses.

Two topics. q1 finds both of its documents, at ranks 1 and 3: AP is (1 + 2/3) / 2, RR is 1.
q2 finds one of two, at rank 2: AP is 1/2 / 2, RR is 1/2.
"""

import csv
import io
import json
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from app_driver import ROOT
from metrics import command

RUN = "q1 Q0 a 1 3 x\nq1 Q0 b 2 2 x\nq1 Q0 c 3 1 x\nq2 Q0 d 1 2 x\nq2 Q0 e 2 1 x\n"
BETTER = "q1 Q0 a 1 3 x\nq1 Q0 c 2 2 x\nq1 Q0 b 3 1 x\nq2 Q0 e 1 2 x\nq2 Q0 d 2 1 x\n"
BEST = "q1 Q0 a 1 3 x\nq1 Q0 c 2 2 x\nq2 Q0 e 1 2 x\nq2 Q0 f 2 1 x\n"
QRELS = "q1 0 a 1\nq1 0 c 1\nq1 0 b 0\nq2 0 e 1\nq2 0 f 1\nq2 0 d 0\n"
AP = {"q1": 5 / 6, "q2": 1 / 4, "mean": 13 / 24}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with the files."""
    for name, text in {"run": RUN, "b": BETTER, "c": BEST, "qrels": QRELS}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def rankbook(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Any:
    """Run the command in that folder; return its exit code, what it prints, and what it says."""
    monkeypatch.chdir(files)

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = command.main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
        return code, *capsys.readouterr()

    return run


def test_eval_prints_means(rankbook: Any) -> None:
    code, out, _ = rankbook("eval", "run", "qrels", "-m", "AP", "RR@10")
    assert (code, out.split()) == (0, ["metric", "mean", "AP", "0.5417", "RR@10", "0.7500"])
    assert [*rankbook("eval", "run", "qrels")[1].split()][2::2] == [*command.DEFAULT]


def test_eval_prints_topics(rankbook: Any) -> None:
    code, out, _ = rankbook("eval", "run", "qrels", "-m", "AP", "P_1,2", "--per-topic")
    assert code == 0
    assert [line.split() for line in out.splitlines()] == [
        ["topic", "AP", "P_1", "P_2"],
        ["q1", "0.8333", "1.0000", "0.5000"],
        ["q2", "0.2500", "0.0000", "0.5000"],
        ["mean", "0.5417", "0.5000", "0.5000"],
    ]


def test_eval_writes_all_digits_as_json_and_csv(rankbook: Any) -> None:
    read = json.loads(rankbook("eval", "run", "qrels", "-m", "AP", "--per-topic", "--json")[1])
    assert {**read["topics"], "mean": read["mean"]} == {
        topic: {"AP": pytest.approx(score, abs=1e-15)} for topic, score in AP.items()
    }
    assert "topics" not in json.loads(rankbook("eval", "run", "qrels", "--json")[1])
    rows = csv.DictReader(io.StringIO(rankbook("eval", "run", "qrels", "-m", "AP", "--csv")[1]))
    assert [*rows] == [{"topic": "mean", "AP": str(AP["mean"])}]


def test_what_is_no_number_is_null_or_empty(rankbook: Any) -> None:
    Path("qrels").write_text(QRELS + "q3 0 z 0\n")
    asked = ("eval", "run", "qrels", "-m", "AP", "--per-topic", "--undefined", "skip")
    assert json.loads(rankbook(*asked, "--json")[1])["topics"]["q3"] == {"AP": None}
    assert "q3,\n" in rankbook(*asked, "--csv")[1]


def test_what_was_noticed_is_said_beside_the_numbers(rankbook: Any) -> None:
    Path("qrels").write_text(QRELS.replace("q1 0 b 0\n", ""))
    _, out, said = rankbook("eval", "run", "qrels", "--json")
    assert "note: 1 of 5 ranked documents without a judgement" in said
    assert any("1 of 5 ranked documents" in note for note in json.loads(out)["notes"])


@pytest.mark.parametrize(
    ("bounds", "code", "said"),
    [
        (["AP=0.5"], 0, ""),
        (["AP=0.55"], 1, "rankbook: AP is 0.541667, below 0.55"),
        (["AP=0.5", "RBP(p=0.5)=0.9"], 1, "rankbook: RBP(p=0.5) is 0.4375, below 0.9"),
    ],
)
def test_it_fails_below_a_bound(rankbook: Any, bounds: list[str], code: int, said: str) -> None:
    # RBP: q1 has (1 + 1/4) / 2, q2 has 1/4.
    options = [each for bound in bounds for each in ("--fail-below", bound)]
    found, _, told = rankbook("eval", "run", "qrels", "-m", "AP", *options)
    assert (found, said in told) == (code, True)


def test_it_fails_below_a_bound_without_a_number(rankbook: Any) -> None:
    Path("qrels").write_text("q1 0 a 0\n")
    asked = ("eval", "run", "qrels", "-m", "AP", "--undefined", "skip", "--fail-below", "AP=0")
    code, _, said = rankbook(*asked)
    assert code == 1
    assert "AP is nan, below 0" in said


def test_standard_input_stands_for_one_file(rankbook: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text, rest in (("run", RUN, ("-", "qrels")), ("qrels", QRELS, ("run", "-"))):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert "0.5417" in rankbook("eval", *rest, "-m", "AP")[1], name
    code, _, said = rankbook("eval", "-", "-")
    assert (code, said) == (2, "rankbook: standard input, -, can stand for one file only\n")


def test_compare_compares_each_two_runs(rankbook: Any) -> None:
    """AP of b is 1 and 1/2, of c 1 and 1: b − run is 1/6 and 1/4, the mean 5/24."""
    code, out, _ = rankbook("compare", "run", "b", "c", "qrels", "-m", "AP", "--json")
    rows = json.loads(out)["comparisons"]
    assert code == 0
    assert [(row["run_a"], row["run_b"]) for row in rows] == [
        ("run", "b"),
        ("run", "c"),
        ("b", "c"),
    ]
    assert [row["difference"] for row in rows] == pytest.approx([5 / 24, 11 / 24, 1 / 4])
    # With two differences d and e, t is (d + e) / |d − e|, and p is 1 − 2/π · arctan t.
    assert rows[0]["t_test"] == pytest.approx(0.12566591637, abs=1e-9)
    p = [row["t_test"] for row in rows]
    order = sorted(range(3), key=p.__getitem__)
    first, second, third = (p[at] for at in order)
    strict = [3 * first, max(3 * first, 2 * second), max(3 * first, 2 * second, third)]
    assert [rows[at]["holm"] for at in order] == pytest.approx([min(each, 1) for each in strict])


def test_compare_prints_a_table(rankbook: Any) -> None:
    _, out, _ = rankbook("compare", "run", "c", "qrels", "-m", "AP", "RR")
    header, first, second = (line.split() for line in out.splitlines())
    assert first[:6] == ["AP", "run", "c", "0.5417", "1.0000", "0.4583"]
    assert second[:6] == ["RR", "run", "c", "0.7500", "1.0000", "0.2500"]
    _, text, _ = rankbook("compare", "run", "c", "qrels", "-m", "AP", "RR", "--csv")
    assert text.splitlines()[0].split(",") == header


def test_explain_names_the_tools_that_print_a_mean(rankbook: Any) -> None:
    code, out, _ = rankbook("explain", "0.5417", "--metric", "map", "run", "qrels", "--json")
    found = json.loads(out)
    assert (code, found["topics"]) == (0, 2)
    assert found["said"] == ("AP@3 is 0.5417, the mean over 2 topics: divided by all relevant.")
    tools = {tool["tool"] for each in found["readings"] for tool in each["tools"]}
    assert {"trec_eval", "ranx"} <= tools
    # Who gets only the rows of the list divides q2 by its one hit: (5/6 + 1/2) / 2.
    assert "torchmetrics" not in tools
    code, out, _ = rankbook("explain", "0.6667", "--metric", "map", "run", "qrels", "--json")
    tools = {tool["tool"] for each in json.loads(out)["readings"] for tool in each["tools"]}
    assert "torchmetrics" in tools
    assert "trec_eval" not in tools


def test_explain_tells_what_a_topic_counts_that_the_run_lacks(rankbook: Any) -> None:
    Path("qrels").write_text(QRELS + "q3 0 z 1\n")  # 13/36 with q3, which trec_eval leaves out
    for number, said in (("0.5417", "is left out"), ("0.3611", "counts 0")):
        _, out, _ = rankbook("explain", number, "--metric", "AP", "run", "qrels", "--json")
        first = json.loads(out)["readings"][0]
        assert first["when"] == f"1 topic that the run lacks {said}", number
        assert ("trec_eval" in {tool["tool"] for tool in first["tools"]}) == (said != "counts 0")


def test_explain_tells_the_cutoff_and_the_nearest(rankbook: Any) -> None:
    # AP@1 is 1/2 and 0.
    code, out, _ = rankbook("explain", "0.25", "--metric", "AP@10", "run", "qrels")
    assert code == 0
    assert "k is 1" in out
    code, out, _ = rankbook("explain", "0.5400", "--metric", "AP", "run", "qrels")
    assert code == 1
    assert "Nothing that we know gives 0.5400" in out
    assert "0.5417" in out.partition("Nearest:")[2]


def test_explain_of_one_topic_says_what_the_page_says(rankbook: Any) -> None:
    asked = ("explain", "5/6", "--metric", "AP@3", "--topic", "q1", "run", "qrels")
    code, out, _ = rankbook(*asked)
    assert code == 0
    assert out.startswith("AP@3 is 5/6: divided by all relevant")
    assert "trec_eval map" in out
    rows = [*csv.DictReader(io.StringIO(rankbook(*asked, "--csv")[1]))]
    assert ("trec_eval", "map") in {(row["tool"], row["prints"]) for row in rows}
    assert {*rows[0]} == {*command._OF_READING, *command._OF_TOOL}


def test_explain_says_what_differs_in_two_numbers_of_a_list(rankbook: Any) -> None:
    # q2 finds one of two at rank 2: 1/2 over both, or over the one that was found.
    asked = ("explain", "0.25 and 0.5", "--metric", "AP@3", "--topic", "q2", "run", "qrels")
    code, out, _ = rankbook(*asked, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["said"].startswith(
        "The two differ in what is divided by. 0.25 is divided by all relevant. 0.5 is divided by "
        "the hits found. Or the two differ in the"
    )
    assert [each["readings"][0]["definition"] for each in found["numbers"]] == [
        "divided by all relevant",
        "divided by the hits found",
    ]
    rows = [*csv.DictReader(io.StringIO(rankbook(*asked, "--csv")[1]))]
    assert {(row["number"], row["metric"]) for row in rows} == {("0.25", "AP@3"), ("0.5", "AP@3")}
    code, out, _ = rankbook(*(each.replace("0.5", "1/4") for each in asked))
    assert (code, out.partition("\n")[0]) == (
        0,
        "To the decimals you typed, the two are one number: 0.25 is 1/4, rounded.",
    )


def test_explain_takes_two_means(rankbook: Any) -> None:
    # Divided by all relevant (5/6 + 1/4) / 2, by those found (5/6 + 1/2) / 2.
    code, out, _ = rankbook("explain", "0.5417 0.6667", "--metric", "AP", "run", "qrels")
    assert code == 0
    assert "AP@3 is 0.5417, the mean over 2 topics: divided by all relevant." in out
    assert "AP@3 is 0.6667, the mean over 2 topics: divided by the hits found." in out


def test_explain_says_which_named_numbers_cannot_stand_together(rankbook: Any) -> None:
    code, out, _ = rankbook("explain", "RR 0.06, Hit@10 0.30, Hit@1 0.06", "run", "qrels")
    assert code == 1
    assert out.startswith("RR is at least 0.06/1 + 0.24/10 = 0.084, so 0.06 is impossible if RR")
    # RR is 1 and 1/2, and a hit is at rank 1 of one topic.
    code, out, _ = rankbook("explain", "RR 0.75, P@1 0.5", "run", "qrels")
    assert code == 0
    assert "P@1 is 0.5, the mean over 2 topics: divided by k." in out


def test_explain_of_two_metrics_is_no_pair(rankbook: Any) -> None:
    asked = ("explain", "AP 0.25, nDCG 0.3869", "--topic", "q2", "run", "qrels", "--json")
    found = json.loads(rankbook(*asked)[1])
    # One hit at rank 2, of two: 1/log2(3) / (1 + 1/log2(3)) is 0.3869.
    assert [each["metric"] for each in found["numbers"]] == ["AP@3", "nDCG@3"]
    assert "differ" not in found["said"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["eval", "nothing", "qrels"], "there is no file nothing"),
        (["eval", "run", "qrels", "-m", "nDGC"], "no metric is called 'nDGC'"),
        (["eval", "run", "broken"], "broken, line 2: must have 4 fields"),
        (["eval", "run", "other"], "share no topic"),
        (["eval", "run", "words"], "grades are words (E, S); say what each is worth"),
        (["eval", "run", "."], "is a folder"),
        (["eval", "empty", "qrels"], "empty holds no documents"),
        (["eval"], "required: RUN"),
        (["eval", "run", "qrels", "--fail-below", "AP"], "must be a name, = and a number"),
        (["eval", "run", "qrels", "--json", "--csv"], "not allowed with"),
        (["eval", "run", "qrels", "--relevant-from", "0"], "relevant_from must be"),
        (["compare", "run", "qrels"], "two runs or more"),
        (["compare", "run", "run", "qrels"], "a run is named twice"),
        (["compare", "run", "b", "qrels", "-m", "GMAP"], "compare AP"),
        (["explain", "x", "--metric", "AP", "run", "qrels"], "“x” is not a number"),
        (["explain", "0.5, 0.6, 0.7", "--metric", "AP", "run", "qrels"], "These are 3 numbers"),
        (["explain", "", "--metric", "AP", "run", "qrels"], "takes a number"),
        (["explain", "0.5", "--metric", "num_ret", "run", "qrels"], "knows no conventions"),
        (["explain", "0.5", "--metric", "AP", "--topic", "q9", "run", "qrels"], "a topic 'q9'"),
        (["explain", "0.5", "run", "qrels"], "needs --metric, or numbers with names"),
        (["score"], "invalid choice: 'score'"),
        ([], "required: COMMAND"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_ends_with_2(
    rankbook: Any, arguments: list[str], said: str
) -> None:
    Path("broken").write_text(QRELS.replace("q1 0 c 1", "q1 0 c"))
    Path("other").write_text("q7 0 a 1\n")
    Path("words").write_text("topic,document,grade\nq1,a,E\nq1,b,S\n")
    Path("empty").touch()
    code, out, told = rankbook(*arguments)
    assert (code, out) == (2, "")
    assert told.startswith("rankbook: ")
    assert said in told
    assert told.count("\n") == 1


def test_words_are_worth_what_is_said(rankbook: Any) -> None:
    Path("words").write_text("topic,document,grade\nq1,a,S\nq1,b,E\n")
    code, out, _ = rankbook("eval", "run", "words", "-m", "CG@1", "--worth", "E=3", "S=2", "--csv")
    assert (code, out.splitlines()[1]) == (0, "mean,2.0")


def ran(folder: Path, *arguments: str, then: str) -> str:
    """The last line that a new process prints which runs the command in a folder."""
    code = "import sys\nfrom metrics import command\n"
    code += f"try: command.main({arguments!r})\nexcept SystemExit: pass\n{then}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()[-1]


SLOW_TO_IMPORT = "print(*sorted({'numpy', 'pandas', 'pyarrow', 'tomllib'} & sys.modules.keys()))"


@pytest.mark.parametrize(
    "arguments", [("--help",), ("eval", "--help"), ("eval", "no", "file"), ("explain", "0.5")]
)
def test_help_and_refusals_import_nothing_that_takes_long(
    files: Path, arguments: tuple[str, ...]
) -> None:
    assert ran(files, *arguments, then=SLOW_TO_IMPORT) == ""


def test_eval_imports_neither_what_explains_nor_what_draws(files: Path) -> None:
    assert ran(files, "eval", "run", "qrels", then=SLOW_TO_IMPORT) == "numpy"
    rest = "print(*(each for each in sys.modules if 'explain' in each or 'altair' in each))"
    assert ran(files, "eval", "run", "qrels", then=rest) == ""


def test_eval_tells_how_far_it_is(rankbook: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []
    monkeypatch.setattr(command, "_bar", lambda: nullcontext(shares.append))
    rankbook("eval", "run", "qrels", "-m", "AP", "RR")
    assert shares == sorted(shares)
    # Half of the work is to read two files, and each of two metrics is a quarter.
    assert shares[-3:] == [0.5, 0.5, 0.75]


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("patience", [0.0, 60.0])
def test_a_bar_is_drawn_after_a_while_and_only_on_a_terminal(
    patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_PATIENCE", patience)
    for screen in (_Screen(), io.StringIO()):
        monkeypatch.setattr("sys.stderr", screen)
        with command._bar() as share:
            share(0.5)
            for _ in range(100):
                if "#" in screen.getvalue() or patience or not screen.isatty():
                    break
                command.time.sleep(0.05)
        drawn = "#" * 15 + "." * 15 in screen.getvalue()
        assert drawn == (screen.isatty() and not patience)
