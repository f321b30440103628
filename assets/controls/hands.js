/** @import { Acting, Tell } from "./field.js" */
import { make, set } from "../dom.js";

/** @typedef {[way: string, sign: string, count: number]} Way */

/**
 * Buttons that count votes, one for each way a score can change; their keys work while the focus is in the group.
 * @param {Tell} tell
 */
export function hands({ act }) {
  const says = make("p", { className: "says" });
  const ways = make("div", { className: "ways" });
  // The group takes the focus after a guess: a second Enter must not count a vote.
  const node = make("div", { className: "count", role: "group", tabIndex: -1 }, says, ways);
  const clear = make("button", { type: "button", className: "clear", textContent: "Clear" });
  /** @type {Acting & { says: string, ways: Way[] }} */
  let control;
  clear.onclick = () => {
    recount(() => 0);
    act({ ...control.change, for: "" });
    node.focus();
  };

  /** @param {number} at */
  function raise(at) {
    recount((before, index) => before + Number(index === at));
    act({ ...control.change, for: control.ways[at][0] });
  }
  /** @param {(before: number, at: number) => number} change returns the count of a way from the one before */
  function recount(change) {
    show({
      ...control,
      ways: control.ways.map(([way, sign, before], at) => [way, sign, change(before, at)]),
    });
  }
  /** @param {typeof control} next */
  function show(next) {
    control = next;
    control.ways.forEach(([way, sign, count], at) => {
      const texts = [sign, way, String(count || "")];
      const button = ways.children[at];
      for (const [part, textContent] of texts.entries())
        set(button.children[part], { textContent });
      set(button, { ariaLabel: `${way}, ${count} ${count === 1 ? "hand" : "hands"}` });
    });
    set(clear, { hidden: !control.ways.some(([, , count]) => count) });
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
    paint: (/** @type {typeof control} */ next) => {
      set(node, { ariaLabel: next.label });
      set(says, { textContent: next.says });
      show(next);
    },
  };
}
