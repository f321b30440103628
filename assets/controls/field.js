/**
 * @import { Action, Answer } from "../courier.js"
 * @import { Hand, Parts } from "../holding.js"
 */
import { make, set } from "../dom.js";
import { less } from "../less.js";
import { FINGER } from "../media.js";

// What several kinds of controls have.

/**
 * @typedef {{ kind: string, name: string, label: string, help?: string, note?: string, shortcut?: string }} ControlData what
 *   Python sends of each control (ui/parts/controls.py); each kind has more
 * @typedef {ControlData & { change: Action }} Acting of one that sends an action
 * @typedef {{ by?: string, topic?: number }} Slid what a slider's hand holds: perhaps the topic that it belongs to
 * @typedef {{ act: (change: Action) => void, hand: <S>(parts: Parts<S, Slid, Answer>) => Hand<S, Slid, Answer> }} Tell what a
 *   control gets: `act` sends an action, and `hand` makes a hand for a slider
 * @typedef {{ node: HTMLElement, paint(next: ControlData): void, press?: () => void, answer?: () => boolean }} Part a drawn
 *   control; `paint` draws data of its own kind, `press` does what its shortcut does, and `answer` shows the answer of a step
 */

/**
 * The key that presses a button; a single character does not if the reader wants none (less.js).
 * @param {{ shortcut?: string }} control
 */
export const shortcutOf = ({ shortcut }) =>
  less.keys && shortcut?.length === 1 ? undefined : shortcut;

/**
 * Create a control below its label, help and value; `paint` draws label, help and note.
 * @param {string} name
 * @param {Element} control
 * @param {...Element} beside
 */
export function field(name, control, ...beside) {
  const label = make("span", { className: "label" });
  const tip = make("span", { className: "tip", id: `${name}-help`, role: "tooltip" });
  const help = make("button", { className: "help", type: "button", textContent: "?" });
  help.setAttribute("aria-describedby", tip.id);
  help.onkeydown = ({ key }) => {
    help.classList.toggle("read", key === "Escape");
  };
  help.onblur = () => help.classList.remove("read");
  const note = make("p", { className: "note" });
  const head = make("div", { className: "head" }, label, help, tip, ...beside);
  const node = make("div", { className: "field" }, head, control, note);
  const paint = (/** @type {ControlData} */ data) => {
    const hidden = !data.help;
    set(label, { textContent: data.label });
    set(help, { hidden, ariaLabel: hidden ? null : `Help on ${data.label}` });
    set(tip, { hidden, textContent: data.help ?? "" });
    set(note, { hidden: !data.note, textContent: data.note ?? "" });
  };
  return { node, paint };
}

/**
 * The part of a control to focus after its neighbour has gone; on a phone a field would open a keyboard over the page.
 * @param {Element | undefined} node
 */
export const focusable = (node) => {
  if (node?.matches("button, a, [tabindex]")) return node;
  const button = FINGER.matches && node?.querySelector(".line > button:not([hidden])");
  return button || node?.querySelector("input, select, button:not(.help)");
};
