"""MSE, RMSE and MAE of predicted and actual ratings that an exercise gives."""

import streamlit as st

from ui.core.knobs import Counted
from ui.core.plain import decimals, table_html
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
    body: list[list[object]] = [
        [at, f"{predicted:g}", f"{actual:g}", _written(error), f"{round(error**2, 4):g}"]
        for at, (predicted, actual, error) in enumerate(_errors(screen), start=1)
    ]
    squares = sum(error**2 for *_, error in _errors(screen))
    head = ["item", "predicted", "actual", "error", "error²"]
    return table_html("Predicted and actual", head, body, ["sum", "", "", "", f"{squares:.4g}"])


def worked(screen: Screen) -> str:
    """Write the three means with their sums, as Markdown."""
    errors = [error for *_, error in _errors(screen)]
    n = len(errors)
    squares, sizes = sum(error**2 for error in errors), sum(map(abs, errors))
    mse = squares / n
    return (
        f"MSE of these is {squares:.4g}/{n} = **{decimals(mse)}**. "
        f"RMSE, √MSE, is √{decimals(mse)} = **{decimals(mse**0.5)}**. "
        f"MAE, without the signs: {sizes:.4g}/{n} = **{decimals(sizes / n)}**."
    )


def _errors(screen: Screen) -> list[tuple[float, float, float]]:
    ratings = screen[Counted.RATED]
    pairs = zip(ratings[::2], ratings[1::2], strict=True)
    return [(predicted, actual, round(predicted - actual, 4)) for predicted, actual in pairs]


def _written(error: float) -> str:
    return f"{error:+g}".replace("-", "−") if error else "0"
