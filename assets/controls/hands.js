import { make } from "../dom.js";

/** Buttons that count votes, one for each way a score can change; their keys work while the focus is in the group. */
export function hands({ act }) {
  const says = make("p", { className: "says" });
  const ways = make("div", { className: "ways" });
  // The group takes the focus after a guess: a second Enter must not count a vote.
  const node = make("div", { className: "count", role: "group", tabIndex: -1 }, says, ways);
  const clear = make("button", { type: "button", className: "clear", textContent: "Clear" });
  let control;
  clear.onclick = () => {
    show({ ...control, ways: control.ways.map(([way, sign]) => [way, sign, 0]) });
    act({ ...control.change, for: "" });
    node.focus();
  };

  function raise(at) {
    const raised = ([way, sign, count], index) => [way, sign, count + (index === at)];
    show({ ...control, ways: control.ways.map(raised) });
    act({ ...control.change, for: control.ways[at][0] });
  }
  function show(next) {
    control = next;
    control.ways.forEach(([way, sign, count], at) => {
      const [signNode, wayNode, countNode] = ways.children[at].children;
      [signNode.textContent, wayNode.textContent, countNode.textContent] = [sign, way, count || ""];
      ways.children[at].ariaLabel = `${way}, ${count} ${count === 1 ? "hand" : "hands"}`;
    });
    clear.hidden = !control.ways.some(([, , count]) => count);
  }
  ways.append(
    ...["ArrowUp", "=", "ArrowDown"].map((key, at) => {
      const button = make(
        "button",
        { type: "button", onclick: () => raise(at) },
        make("b"),
        make("span"),
        make("output", { ariaLive: "off" }),
      );
      button.ariaKeyShortcuts = key;
      return button;
    }),
    clear,
  );
  node.onkeydown = (event) => {
    const at = ["ArrowUp", "=", "ArrowDown"].indexOf(event.key);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    raise(at);
  };
  return {
    node,
    paint: (next) => {
      node.ariaLabel = next.label;
      if (says.textContent !== next.says) says.textContent = next.says;
      show(next);
    },
  };
}
