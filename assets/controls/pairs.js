/**
 * @import { Answer } from "../courier.js"
 * @import { Hand } from "../holding.js"
 * @import { Acting, Slid, Tell } from "./field.js"
 */
import { fieldIn, fitChildren, make, partOf, set } from "../dom.js";
import { giveUpPointer } from "../holding.js";
import { slides, unitSlider } from "./range.js";

/**
 * @typedef {[a: number, b: number]} Scores of a topic
 * @typedef {{ scores: Scores | null, had?: Scores | null }} Topic without scores if nothing is relevant; then those that it
 *   had, if known
 * @typedef {Hand<Topic[], Slid, Answer>} PairsHand
 */

/** @param {number} number */
const signed = (number) => `${number < 0 ? "\u2212" : number > 0 ? "+" : ""}`;

/**
 * Write a score: of an axis from 0 to 1 with two decimals, of a longer one as it was typed.
 * @param {number} number
 * @param {number} top
 */
const written = (number, top) => (top > 1 ? String(round(number)) : number.toFixed(2));

/** @param {number} number */
const round = (number) => Math.round(1e4 * number) / 1e4;

/**
 * How far a key moves a dot, and the places that a drag can stop at: about a hundred.
 * @param {number} top
 */
const stepOf = (top) => 10 ** (Math.floor(Math.log10(top)) - 2);

/**
 * Two scores for each topic, with a slider for each in half of the row: A's dot is above the line between them, B's below.
 * @param {Tell} tell
 */
export function pairs(tell) {
  const shares = [0, 0.5, 1];
  const ticks = shares.map((share) => {
    const mark = make("span", {});
    set(mark, { "--at": share });
    return mark;
  });
  const called = make("span", { textContent: "score" });
  set(called, { "--at": 0.75 });
  const scale = make("div", { className: "scale", ariaHidden: "true" }, ...ticks, called);
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
  const before = make("span", { className: "before", textContent: "before", hidden: true });
  const add = make("button", { type: "button", textContent: "Add", ariaLabel: "Add a topic" });
  const named = (/** @type {string} */ textContent) =>
    make("small", { textContent, ariaHidden: "true" });
  const head = make("div", { className: "pair top" }, named("Topic"), key, scale);
  const foot = make(
    "div",
    { className: "pair foot" },
    named("Mean"),
    before,
    make("div", { className: "track" }, ...means),
    add,
  );
  const node = make("div", { className: "pairs", role: "group" }, head, rows, foot);
  /**
   * @type {Acting & { value: (number | null)[], had: (Scores | null)[], most: number, times?: (number | null)[],
   *   was?: (number | null)[] | null, means?: Scores | null, empties: boolean, empty: string, top: number }} `top` is where the axis
   *   ends, `empty` what a topic with nothing to find counts
   */
  let control;

  const hand = tell.hand({
    first: /** @type {Topic[]} */ ([]),
    show,
    change: ({ topic = 0 }, shown) => ({ ...control.change, topic, to: shown[topic].scores }),
  });

  /** @param {Topic[]} topics */
  function show(topics) {
    fitChildren(rows, topics.length, () => rowOf(rows.children.length, hand, change, rows));
    for (const input of rows.querySelectorAll("input"))
      set(input, { max: control.top, step: stepOf(control.top) });
    for (const [at, { scores }] of topics.entries())
      paintRow(rows.children[at], scores, control, at);
    for (const button of rows.querySelectorAll(".remove"))
      set(button, { ariaDisabled: topics.length > 1 ? null : "true" });
    set(add, { ariaDisabled: topics.length < control.most ? null : "true" });
    set(node, { "--rows": topics.length });
    set(before, { hidden: !rows.querySelector(".was:not([hidden])") });
  }
  /**
   * Set the scores of a topic: [] for nothing to find, null to remove it; an index after the last adds one.
   * @param {number} topic
   * @param {Scores | [] | null} to
   */
  function change(topic, to) {
    /** @type {Topic[]} */
    const shown = !to
      ? []
      : [to.length ? { scores: to } : { scores: null, had: hand.shown[topic].scores }];
    hand.show(hand.shown.toSpliced(topic, 1, ...shown));
    tell.act({ ...control.change, topic, to });
    giveUpPointer(hand); // a slider that the mouse still holds may be that of another topic now
  }
  add.onclick = () => {
    if (hand.shown.length >= control.most) return;
    change(hand.shown.length, [control.top / 2, control.top / 2]);
    rows.lastElementChild?.querySelector("input")?.focus();
  };
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      control = next;
      set(node, { ariaLabel: control.label, "--top": control.top });
      for (const [at, mark] of ticks.entries())
        set(mark, { textContent: shares[at] * control.top });
      const { value, had } = control;
      const topics = Array.from({ length: value.length / 2 }, (_, topic) => {
        const [a, b] = value.slice(2 * topic);
        /** @type {Scores | null} */
        const scores = a === null || b === null ? null : [a, b];
        return { scores, had: had[topic] };
      });
      hand.show(hand.held ? hand.shown : topics); // how often each topic was drawn may have changed
      node.classList.toggle("drawn", Boolean(control.times));
      node.classList.toggle("all-found", !control.empties);
      foot.classList.toggle("unknown", !control.means);
      control.means?.forEach((mean, system, all) => {
        set(means[system], {
          textContent: `${"AB"[system]} ${mean.toFixed(3)}`,
          "--at": mean / control.top,
        });
        const other = all[1 - system];
        means[system].classList.toggle("right", mean > other || (mean === other && system === 1));
      });
    },
  };
}

/**
 * Draw the scores of a topic, and how often a resample has drawn it.
 * @param {Element} item
 * @param {Scores | null} scores
 * @param {{ times?: (number | null)[], was?: (number | null)[] | null, empty: string }} control `was`: all scores before the
 *   last move
 * @param {number} at
 */
function paintRow(item, scores, { times: all, was: before, empty }, at) {
  const [times, was] = [all?.[at], before?.slice(2 * at)];
  const track = partOf(item, ".track");
  const drawn = String(times ?? "");
  item.classList.toggle("empty", !scores);
  const [a, b] = scores ?? [0, 0];
  const top = Number(fieldIn(track, ".a").max);
  const apart = Math.round((top > 1 ? 1e4 : 100) * (b - a)) / (top > 1 ? 1e4 : 100);
  const difference = a === b ? "0" : signed(apart) + written(Math.abs(apart), top);
  set(item.dataset, { times: drawn, winner: a === b ? "" : a > b ? "a" : "b" });
  set(partOf(item, ".name").dataset, { times: drawn && `\u00d7${drawn}` });
  set(partOf(item, ".none"), { ariaPressed: String(!scores) });
  set(partOf(item, ".difference"), { textContent: scores ? difference : empty });
  for (const input of track.querySelectorAll("input")) set(input, { hidden: !scores });
  if (!scores) return;
  for (const [name, score] of /** @type {[string, number][]} */ ([
    [".a", a],
    [".b", b],
  ])) {
    const input = fieldIn(track, name);
    input.valueAsNumber = score;
    set(input, { ariaValueText: written(score, top) });
  }
  for (const [system, ghost] of track.querySelectorAll(".was").entries()) {
    const old = was?.[system] ?? scores[system];
    set(ghost, { hidden: old === scores[system], "--at": old });
  }
  set(track, { "--low": Math.min(a, b), "--high": Math.max(a, b) });
}

/**
 * Create the row of a topic; `change` sets its scores, and `rows` holds all of them.
 * @param {number} topic
 * @param {PairsHand} hand
 * @param {(topic: number, to: Scores | [] | null) => void} change
 * @param {Element} rows
 */
function rowOf(topic, hand, change, rows) {
  const dots = ["A", "B"].map((name, system) => {
    const input = unitSlider({
      className: name.toLowerCase(),
      ariaLabel: `Topic ${topic + 1}, ${name}`,
    });
    let isDragged = false;
    input.addEventListener("pointerdown", () => {
      isDragged = true;
    });
    input.addEventListener("keydown", () => {
      isDragged = false;
    });
    slides(hand, input, (score) => {
      if (!hand.held) return hand.shown;
      hand.held.topic = topic;
      const { before } = hand.held;
      const [a, b] = before[topic].scores ?? [0, 0];
      const steps = isDragged && Number(input.max) === 1 ? 20 : 1e4; // a drag stops at 0.05, 0.1 and so on
      const to = Math.round(steps * score) / steps;
      return before.with(topic, { ...before[topic], scores: system ? [a, to] : [to, b] });
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
    const { scores, had } = hand.shown[topic];
    change(topic, scores ? [] : (had ?? [0.5, 0.5]));
  };
  const remove = make("button", {
    type: "button",
    className: "remove",
    textContent: "\u00d7",
    ariaLabel: `Remove topic ${topic + 1}`,
  });
  remove.onclick = () => {
    if (hand.shown.length === 1) return;
    change(topic, null);
    if (topic === hand.shown.length) rows.lastElementChild?.querySelector(".remove")?.focus();
  };
  const item = make(
    "li",
    { className: "pair" },
    make("span", { className: "name", textContent: topic + 1 }),
    make(
      "div",
      { className: "track" },
      make("i", { className: "between" }),
      ...dots.map(() => make("i", { className: "was", hidden: true })),
      ...dots,
    ),
    make("span", { className: "difference" }),
    none,
    remove,
  );
  item.dataset.doc = `topic-${topic + 1}`;
  return item;
}
