import { make } from "../dom.js";
import { giveUpPointer } from "../holding.js";
import { slides, unitSlider } from "./range.js";

const written = (number) => number.toFixed(2);
const signed = (number) =>
  `${{ "-1": "\u2212", 0: "", 1: "+" }[Math.sign(number)]}${Math.abs(number).toFixed(2)}`;

/** Two scores for each topic, with a slider for each in half of the row: A's dot is above the line between them, B's below. */
export function pairs(tell) {
  const ticks = [0, 0.5, 1].map((tick) => {
    const mark = make("span", { textContent: tick });
    mark.style.setProperty("--at", tick);
    return mark;
  });
  const scale = make("div", { className: "scale", ariaHidden: "true" }, ...ticks);
  const key = make(
    "span",
    { className: "key", ariaHidden: "true" },
    make("i", { className: "a" }),
    "A",
    make("i", { className: "b" }),
    "B",
  );
  const rows = make("ol");
  const means = ["a", "b"].map((system) =>
    make("span", { className: `mean ${system}`, ariaHidden: "true" }),
  );
  const add = make("button", { type: "button", textContent: "Add", ariaLabel: "Add a topic" });
  const head = make("div", { className: "pair top" }, key, scale);
  const foot = make(
    "div",
    { className: "pair foot" },
    make("div", { className: "track" }, ...means),
    add,
  );
  const node = make("div", { className: "pairs", role: "group" }, head, rows, foot);
  let control;

  // The state is [a, b] for each topic; for one without relevant documents it is [null, null, the scores that it had, if known].
  const hand = tell.hand({
    show,
    change: () => ({
      ...control.change,
      topic: hand.held.topic,
      to: hand.shown[hand.held.topic].slice(0, 2),
    }),
  });

  function show(topics) {
    while (rows.children.length > topics.length) rows.lastElementChild.remove();
    while (rows.children.length < topics.length)
      rows.append(rowOf(rows.children.length, hand, set, rows));
    for (const [topic, scores] of topics.entries()) paintRow(rows.children[topic], scores, topic);
    for (const button of rows.querySelectorAll(".remove"))
      button.ariaDisabled = topics.length > 1 ? null : "true";
    add.ariaDisabled = topics.length < control.most ? null : "true";
    node.style.setProperty("--rows", topics.length);
  }
  function paintRow(item, [a, b], topic) {
    const [, track, difference, none] = item.children;
    const empty = a === null;
    const times = control.times?.[topic];
    item.classList.toggle("empty", empty);
    item.dataset.times = times ?? "";
    item.children[0].dataset.times = times === undefined || times === null ? "" : `\u00d7${times}`;
    item.dataset.winner = empty || a === b ? "" : a > b ? "a" : "b";
    difference.textContent = empty ? "" : a === b ? "tie" : signed(Math.round(100 * (b - a)) / 100);
    none.ariaPressed = String(empty);
    for (const [input, value] of [
      [track.children[1], a],
      [track.children[2], b],
    ]) {
      input.hidden = empty;
      if (empty) continue;
      input.valueAsNumber = value;
      input.ariaValueText = written(value);
    }
    if (empty) return;
    track.style.setProperty("--low", Math.min(a, b));
    track.style.setProperty("--high", Math.max(a, b));
  }
  /** Set the scores of a topic: [] for nothing to find, null to remove it; an index after the last adds one. */
  function set(topic, to) {
    const shown = to?.length === 0 ? [null, null, hand.shown[topic].slice(0, 2)] : to;
    hand.show(hand.shown.toSpliced(topic, 1, ...(shown ? [shown] : [])));
    tell.act({ ...control.change, topic, to });
    giveUpPointer(hand); // a slider that the mouse still holds may be that of another topic now
  }
  add.onclick = () => {
    if (hand.shown.length >= control.most) return;
    set(hand.shown.length, [0.5, 0.5]);
    rows.lastElementChild.querySelector("input").focus();
  };
  return {
    node,
    paint: (next) => {
      control = next;
      node.ariaLabel = control.label;
      const { value } = control;
      const topics = Array.from({ length: value.length / 2 }, (_, topic) => [
        ...value.slice(2 * topic, 2 * topic + 2),
        control.had[topic],
      ]);
      hand.show(hand.held ? hand.shown : topics); // how often each topic was drawn may have changed
      node.classList.toggle("drawn", Boolean(control.times));
      foot.classList.toggle("unknown", !control.means);
      control.means?.forEach((mean, system) => {
        means[system].textContent = `${"AB"[system]} ${mean.toFixed(3)}`;
        means[system].style.setProperty("--at", mean);
        means[system].classList.toggle(
          "right",
          mean > control.means[1 - system] || (mean === control.means[1 - system] && system === 1),
        );
      });
    },
  };
}

/** Create the row of a topic; `set` sets its scores, and `rows` holds all of them. */
function rowOf(topic, hand, set, rows) {
  const dots = ["A", "B"].map((name, system) => {
    const input = unitSlider({
      className: name.toLowerCase(),
      ariaLabel: `Topic ${topic + 1}, ${name}`,
    });
    slides(hand, input, (score) => {
      hand.held.topic = topic;
      const { before } = hand.held;
      return before.with(topic, before[topic].with(system, Math.round(100 * score) / 100));
    });
    return input;
  });
  const none = make("button", {
    type: "button",
    className: "none",
    textContent: "\u2205",
    title: "Nothing to find",
  });
  none.ariaLabel = `Topic ${topic + 1}: nothing to find`;
  none.onclick = () => {
    const [a, , had] = hand.shown[topic];
    set(topic, a === null ? (had ?? [0.5, 0.5]) : []);
  };
  const remove = make("button", {
    type: "button",
    className: "remove",
    textContent: "\u00d7",
    ariaLabel: `Remove topic ${topic + 1}`,
  });
  remove.onclick = () => {
    if (hand.shown.length === 1) return;
    set(topic, null);
    if (topic === hand.shown.length) rows.lastElementChild.querySelector(".remove").focus();
  };
  const item = make(
    "li",
    { className: "pair" },
    make("span", { className: "name", textContent: topic + 1 }),
    make("div", { className: "track" }, make("i", { className: "between" }), ...dots),
    make("span", { className: "difference" }),
    none,
    remove,
  );
  item.dataset.doc = `topic-${topic + 1}`;
  return item;
}
