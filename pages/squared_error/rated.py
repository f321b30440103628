"""MSE, RMSE and MAE of predicted and actual ratings that an exercise gives."""

from collections.abc import Sequence
from math import sqrt
from statistics import mean, median

import streamlit as st

from ui.core.knobs import Counted
from ui.core.plain import counted, decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls


def draw() -> None:
    """Draw a field for the ratings, the error of each item, and the three means."""
    controls.turn([Counted.RATED], by="rated_pairs")
    st.html(table(session().shown))
    st.markdown(worked(session().shown))


def table(screen: Screen) -> str:
    """Write both ratings of each item, their difference, and its square."""
    body: list[list[object]] = []
    for at, (predicted, actual) in enumerate(_pairs(screen), start=1):
        both = ("–" if each is None else f"{each:g}" for each in (predicted, actual))
        row: list[object] = [at, *both]
        if predicted is None or actual is None:
            body.append([*row, "", ""])
        else:
            error = round(predicted - actual, 4)
            body.append([*row, _written(error), f"{round(error**2, 4):g}"])
    squares = sum(error**2 for error in _errors(screen))
    head = ["item", "predicted", "actual", "error", "error²"]
    return table_html("Predicted and actual", head, body, ["sum", "", "", "", f"{squares:.4g}"])


def worked(screen: Screen) -> str:
    """Write the three means with their sums, and what the best constant has, as Markdown."""
    errors = _errors(screen)
    n, every = len(errors), len(_pairs(screen))
    squares, sizes = sum(error**2 for error in errors), sum(map(abs, errors))
    mse = squares / n
    out = (
        f"{counted(every - n, 'item lacks', 'items lack')} a rating and "
        f"{'is' if every - n == 1 else 'are'} left out: n = {n}. "
        if n < every
        else ""
    )
    return (
        f"{out}MSE of these is {squares:.4g}/{n} = **{decimals(mse)}**. "
        f"RMSE, √MSE, is √{decimals(mse)} = **{decimals(mse**0.5)}**. "
        f"MAE, without the signs: {sizes:.4g}/{n} = **{decimals(sizes / n)}**."
        f"\n\n{_constant([actual for _, actual in _rated(screen)])}"
    )


def _constant(actual: Sequence[float]) -> str:
    """Write which number, predicted for all items, has the least RMSE, and which the least MAE."""
    centre, middle = mean(actual), median(actual)
    rmse = sqrt(mean((each - centre) ** 2 for each in actual))
    mae = mean(abs(each - middle) for each in actual)
    return (
        f"Best constant by RMSE: the mean of the actual ratings, {centre:.4g}, has RMSE "
        f"**{decimals(rmse)}**.\n\nBest constant by MAE: their median, {middle:.4g}, has MAE "
        f"**{decimals(mae)}**."
    )


def _rated(screen: Screen) -> list[tuple[float, float]]:
    """Return the predicted and the actual rating of each item that has both."""
    return [
        (predicted, actual)
        for predicted, actual in _pairs(screen)
        if predicted is not None and actual is not None
    ]


def _pairs(screen: Screen) -> list[tuple[float | None, float | None]]:
    ratings = screen[Counted.RATED]
    return [*zip(ratings[::2], ratings[1::2], strict=True)]


def _errors(screen: Screen) -> list[float]:
    return [round(predicted - actual, 4) for predicted, actual in _rated(screen)]


def _written(error: float) -> str:
    return f"{error:+g}".replace("-", "−") if error else "0"
