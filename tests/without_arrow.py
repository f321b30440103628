"""A plugin of pytest, `-p without_arrow`: pandas and metrics find no pyarrow, as in a bare install.

What the tests themselves import finds it again.
"""

import sys

sys.modules["pyarrow"] = None  # type: ignore[assignment]
import metrics.compare  # noqa: E402
import metrics.runs  # noqa: E402,F401

del sys.modules["pyarrow"]
