"""Drive the board from Streamlit's AppTest as the browser would.

AppTest has no public way to fire a component's trigger, so this one place builds the message of
the widget itself (for streamlit 1.67).
"""

import json
from typing import Any

from streamlit.testing.v1 import AppTest


def _mounted(at: AppTest, name: str) -> Any:
    """The message that mounts list `name`'s board."""
    (proto,) = [
        node.proto  # type: ignore[attr-defined]
        for node in at.get("bidi_component")
        if node.proto.id.endswith(f"-board_{name}")  # type: ignore[attr-defined]
    ]
    return proto


def data(at: AppTest, name: str = "a") -> dict[str, Any]:
    """What the browser was given to draw list `name`."""
    given: dict[str, Any] = json.loads(_mounted(at, name).json)
    return given


def send(at: AppTest, name: str = "a", kind: str = "edit", **changes: Any) -> AppTest:
    """Send list `name` as the browser holds it, with some of the message changed, and rerun.

    `documents` may be a list of documents or of positions in the present list.
    """
    now = data(at, name)
    message = {
        "seq": now["ack"] + 1,
        "kind": kind,
        **{part: now[part] for part in ("documents", "retrieved", "k")},
        **changes,
    }
    if isinstance(message["documents"], list):
        message["documents"] = [
            now["documents"][item] if isinstance(item, int) else item
            for item in message["documents"]
        ]
    states = at._tree.get_widget_states()
    event = states.widgets.add()
    event.id = f"$$STREAMLIT_INTERNAL_KEY_{_mounted(at, name).id}__events"
    event.json_trigger_value = json.dumps([{"event": "edit", "value": message}])
    return at._run(states)
