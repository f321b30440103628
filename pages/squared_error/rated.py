"""MSE, RMSE and MAE of predicted and actual ratings that an exercise gives."""

from collections.abc import Sequence
from itertools import chain
from math import sqrt
from statistics import mean, median
from typing import TypeAlias

import streamlit as st

from metrics.pointwise import nmae
from pages.squared_error.knobs import Counted, Rated
from ui.core.plain import counted, decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls

_Pair: TypeAlias = tuple[float | None, float | None]


def draw() -> None:
    """Draw a field for the ratings, the error of each item, and the three means."""
    controls.turn([Counted.RATED, Counted.SCALE], by="rated_pairs")
    st.html(table(session().shown))
    st.markdown(worked(session().shown))
    if each := of_each_user(session().shown):
        st.html(each)


def table(screen: Screen) -> str:
    """Write both ratings of each item, their difference, and its square."""
    body: list[list[object]] = []
    users = _by_user(screen)
    items = [
        (f"user {user}, item {item}" if len(users) > 1 else item)
        for user, pairs in enumerate(users, start=1)
        for item in range(1, len(pairs) + 1)
    ]
    for at, (predicted, actual) in zip(items, _pairs(screen), strict=True):
        both = ("–" if each is None else f"{each:g}" for each in (predicted, actual))
        row: list[object] = [at, *both]
        if predicted is None or actual is None:
            body.append([*row, "", ""])
        else:
            error = round(predicted - actual, 4)
            body.append([*row, _written(error), f"{round(error**2, 4):g}"])
    squares = sum(error**2 for error in _errors(_pairs(screen)))
    head = ["item", "predicted", "actual", "error", "error²"]
    return table_html("Predicted and actual", head, body, ["sum", "", "", "", f"{squares:.4g}"])


def worked(screen: Screen) -> str:
    """Write the means with their sums, and what the best constant has, as Markdown."""
    errors = _errors(_pairs(screen))
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
        f"\n\n{_on_the_scale(screen)}\n\n"
        f"{_constant([actual for _, actual in _rated(_pairs(screen))])}"
    )


def _on_the_scale(screen: Screen) -> str:
    """Write NMAE, the mean absolute error over the length of the scale, or why there is none."""
    low, high = sorted(screen[Counted.SCALE])
    predicted, actual = zip(*_rated(_pairs(screen)), strict=True)
    if low == high or min(actual) < low or max(actual) > high:
        return (
            f"NMAE, MAE over the length of the scale, needs its two ends, with all actual ratings "
            f"between them: here from {min(actual):g} to {max(actual):g}."
        )
    mae, length = mean(map(abs, _errors(_pairs(screen)))), f"{high:g} − {_in_sum(low)}"
    return (
        f"NMAE, *normalized* MAE, is MAE/(max − min of the scale), here from {_in_sum(low)} to "
        f"{_in_sum(high)}: "
        f"{decimals(mae)}/({length}) = **{decimals(float(nmae(predicted, actual, low, high)))}**."
    )


def _in_sum(number: float) -> str:
    return f"(−{-number:g})" if number < 0 else f"{number:g}"


def of_each_user(screen: Screen) -> str:
    """Write RMSE and MAE of each user, if there are several, and their means; "" for one alone."""
    users = [*map(_errors, _by_user(screen))]
    if len(users) < 2:
        return ""
    body: list[list[object]] = []
    means = []
    for at, errors in enumerate(users, start=1):
        if not errors:
            body.append([at, 0, "–", "–"])
            continue
        n, squares = len(errors), sum(error**2 for error in errors)
        means.append((sqrt(squares / n), sum(map(abs, errors)) / n))
        rmse, mae = map(decimals, means[-1])
        sizes = sum(map(abs, errors))
        body.append([at, n, f"√({squares:.4g}/{n}) = {rmse}", f"{sizes:.4g}/{n} = {mae}"])
    foot = ["mean", "", *(decimals(mean(each)) for each in zip(*means, strict=True))]
    table = table_html("Each user", ["user", "n", "RMSE", "MAE"], body, foot)
    return (
        f"{table}<p>The mean over the users gives each user the same weight. The numbers of all "
        "ratings, above, give each rating the same weight.</p>"
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


def _by_user(screen: Screen) -> list[list[_Pair]]:
    """Return the predicted and the actual ratings of each user."""
    users = Rated.by_user(screen[Counted.RATED])
    return [[*zip(ratings[::2], ratings[1::2], strict=True)] for ratings in users]


def _rated(pairs: Sequence[_Pair]) -> list[tuple[float, float]]:
    """Return the predicted and the actual rating of each item that has both."""
    return [
        (predicted, actual)
        for predicted, actual in pairs
        if predicted is not None and actual is not None
    ]


def _pairs(screen: Screen) -> list[_Pair]:
    return [*chain(*_by_user(screen))]


def _errors(pairs: Sequence[_Pair]) -> list[float]:
    return [round(predicted - actual, 4) for predicted, actual in _rated(pairs)]


def _written(error: float) -> str:
    return f"{error:+g}".replace("-", "−") if error else "0"
