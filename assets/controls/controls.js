import { courier } from "../courier.js";
import { isTyped } from "../documents.js";
import { arrange, keepFocus, make } from "../dom.js";
import { focusedNode, focusTitle, openers, pointedAt } from "../focus.js";
import { createHand, holding } from "../holding.js";
import { lessSheet } from "../less.js";
import { litSheet } from "../lit.js";
import { COARSE, ONE_COLUMN, SMALL } from "../media.js";
import { inKey, MAIN } from "../streamlit.js";
import { radio, select, several } from "./choices.js";
import { code, isAsking } from "./code.js";
import css from "./controls.css";
import { curve } from "./curve.js";
import { focusable, shortcutOf } from "./field.js";
import { hands } from "./hands.js";
import { line } from "./line.js";
import { pairs } from "./pairs.js";
import { range, shares } from "./range.js";
import { button, copy, link, text } from "./simple.js";
import { step } from "./step.js";
import { end_room, hand_over, lost_rooms, results, take_room, wall } from "./wall.js";

// Knobs, buttons and choices: native controls of the browser, described by Python's data. A change shows at once and goes to
// Python as an action; the data of the next run then shows the accepted value. A control of the same name keeps its node,
// and so the focus.

// In a text field Ctrl+Z undoes typing, not the last change of the screen. A select box has no text to undo.
const TEXT_FIELD =
  "textarea, [contenteditable], input:is([type=text], [type=search], [type=number]):not([role=combobox])";

// Keys of a presenter remote.
const PRESENTER = { PageDown: "ArrowRight", PageUp: "ArrowLeft" };
// In front of a hall these keys go through the slides, whatever was clicked last.
const LEADING = /^(Arrow(Left|Right)|Page(Up|Down))$/;
// So do these, if no control has the focus.
const FREE = { " ": "ArrowRight", Home: "Home", End: "End" };
const SLIDER = "select, [role=slider], input:not([type=radio], [type=checkbox])";
const CONTROL = "a, button, summary, input, select, textarea, [role], [tabindex='0']";
// Elements that handle the arrow keys themselves.
const ARROWS = "input, select, [role=slider], [role=radio], [role=toolbar] button";

const controlsStyle = new CSSStyleSheet();
controlsStyle.replaceSync(css);

/**
 * @typedef {{ controls: any[], layout?: string, hall?: boolean, asks?: string, session?: number, ack?: number }} Latest
 */

/** Create controls in `root`; `sender` is the sender of their actions. */
export class Controls {
  drawn = new Map(); // name -> { kind, name, hands, node, paint, press? }
  latest = /** @type {Latest} */ ({ controls: [] }); // the newest data, perhaps not drawn yet
  session; // if it changes, the server restarted, and its data replaces all
  question; // the current question of a series
  isInHall = false;

  constructor(root, sender) {
    this.root = root;
    this.sender = sender;
    this.group = make("div", { className: "controls" });

    this.root.adoptedStyleSheets = [controlsStyle, litSheet, lessSheet];

    this.root.append(this.group);

    this.tell = { act: (change) => courier.act(this.sender, change) };

    // Streamlit listens to single letters, and does not notice that they are typed into a field in a shadow root.
    this.group.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    });

    document.addEventListener("keydown", this.onShortcut, true);

    addEventListener("rankbook-less", this.render);
  }

  update = (data) => {
    this.latest = { ...data, controls: data.controls.map(inFull) };
    courier.answered(this.sender, data.ack);
    if (data.session === this.session && courier.pending(this.sender)) return; // the data lacks the reader's last actions
    this.session = data.session;
    const begins = data.hall && !this.isInHall;
    this.isInHall = data.hall;
    this.render();
    // Space goes through the steps, and does not end them.
    if (begins && this.root.activeElement && document.querySelector(inKey("steps"))) focusTitle();
    if (data.hall && SMALL.matches) this.tell.act({ do: "present", to: false, unasked: true }); // a phone shows the phone's page
  };

  render = () => {
    const isNext = this.question !== undefined && this.latest.asks !== this.question; // the next question gets the focus
    this.question = this.latest.asks;
    const isNew = !this.group.children.length;
    this.group.className = `controls ${this.latest.layout}`;
    const wanted = this.latest.controls.map((control) => [control.name, this.partFor(control)]);
    const before = [...this.drawn.values()];
    this.drawn.clear();
    for (const [name, part] of wanted) this.drawn.set(name, part);
    for (const part of before) if (this.drawn.get(part.name) !== part) this.letGo(part);
    const nodes = wanted.map(([, part]) => part.node);
    const wasFocused = this.root.activeElement;
    keepFocus(
      this.group,
      () => {
        arrange(this.group, nodes);
        for (const control of this.latest.controls) this.drawn.get(control.name).paint(control);
      },
      (at) => focusable(nodes[Math.min(at, nodes.length - 1)]),
    );
    if (isNext && !COARSE.matches) focusable(nodes[0])?.focus({ preventScroll: true });
    else if (!wasFocused && isNew && this.latest.layout === "guess") this.takeFocus(nodes[0]);
  };

  /** Focus the field for a guess if the keyboard has pressed the button that asks for it, in a menu or not. */
  takeFocus(node) {
    const at = focusedNode();
    if (!at?.matches(":is([aria-pressed], .toggled):focus-visible")) return;
    const input = focusable(node);
    openers.set(input, at);
    input.focus({ preventScroll: true });
  }

  partFor({ name, kind: asked }) {
    const kind =
      asked === "radio" && this.latest.layout === "grid short" && ONE_COLUMN.matches
        ? "select"
        : asked;
    const part = this.drawn.get(name);
    if (part?.kind === kind) return part;
    const hands = []; // of its sliders
    const hand = (parts) => {
      hands.push(createHand(courier, this.sender, parts));
      return hands.at(-1);
    };
    return { kind, name, hands, ...controlKinds[kind]({ ...this.tell, hand }, name) };
  }

  /** End the drags of a control that goes: what is held would keep the keys of the page for ever. */
  letGo({ hands }) {
    for (const hand of hands) hand.giveUp();
  }

  /** Press the button of a shortcut, unless the focused element handles the key. */
  onShortcut = (event) => {
    const at = event.composedPath()[0];
    const held = [(event.ctrlKey || event.metaKey) && "Ctrl+", event.shiftKey && "Shift+"]
      .filter(Boolean)
      .join("");
    const inHall = !held && document.documentElement.classList.contains("presenting");
    const leads = inHall && LEADING.test(event.key);
    // In a hall a card that was clicked or dragged keeps no Space for itself; one that the keyboard led to does.
    const isOnCard = inHall && event.key === " " && at.closest?.(".board") && at === pointedAt();
    if (event.altKey || event.defaultPrevented || (holding.size && !leads && !isOnCard)) return;
    // The answers of an exercise are given from its buttons and cards alone: a stray key is no answer.
    if (this.latest.layout === "drill" && !this.group.contains(at) && !at.closest?.(".board"))
      return;
    if (isAsking()) return;
    const free =
      inHall &&
      (!at.closest?.(CONTROL) || at.matches(`h1, ${MAIN}`) || isOnCard) &&
      FREE[event.key];
    const step =
      free && event.key === " " && this.latest.controls.find(({ kind }) => kind === "step");
    const answers = step && this.drawn.get(step.name).answer(); // before the next step
    const key =
      free ||
      (PRESENTER[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key));
    const keys = held + key === "Ctrl+Shift+Z" ? "Ctrl+Y" : held + key;
    const button = this.latest.controls.find(
      (control) => shortcutOf(control) === keys || control.ends?.[keys],
    );
    const others = [
      TEXT_FIELD,
      "dialog, dialog *",
      leads ? SLIDER : key.startsWith("Arrow") && ARROWS,
      !held && key.length === 1 && "select",
      key === "Escape" && ".help",
    ].filter(Boolean);
    // An empty text field does not need these keys; in a hall they go on from the field for a guess. A title in which
    // nothing was typed does not need Ctrl: the browser would undo what was typed in another one.
    const isFree =
      (/^(Arrow|Escape)/.test(key) && at.matches?.(TEXT_FIELD) && at.value === "") ||
      (held.startsWith("Ctrl") && at.matches?.(".title, .words") && !isTyped(at));
    if (!answers && (!button || (!isFree && at.matches?.(others.join())))) return;
    event.preventDefault();
    // A grade or a card that has the focus does not hear it, too. At R Streamlit would run the page again.
    if (leads || isOnCard || key === "R") event.stopPropagation();
    for (const hand of leads || isOnCard ? [...holding] : []) hand.giveUp();
    if (answers) return;
    if (button.ends?.[keys]) this.tell.act(button.ends[keys]);
    else this.drawn.get(button.name).press();
    if ((leads || isOnCard) && at.closest?.(".board")) focusTitle(); // the next step has other cards: none of them takes Space
  };

  isIn = (parent) => parent.contains(this.group);

  destroy() {
    document.removeEventListener("keydown", this.onShortcut, true);
    removeEventListener("rankbook-less", this.render);
    for (const part of this.drawn.values()) this.letGo(part);
    this.group.replaceChildren(); // first, or a text that loses the focus would be sent
    this.group.remove();
  }
}

/** A control with what Python need not say (ui/parts/controls.py). */
const inFull = (control) => ({
  kind: "button",
  name: control.label,
  ...control,
  ...(control.items ? { items: control.items.map(inFull) } : {}),
});

// Each function creates the node of a control, and `paint`, which draws Python's data.
const controlKinds = {
  button,
  link,
  range,
  shares,
  pairs,
  curve,
  radio,
  select,
  several,
  line,
  copy,
  code,
  text,
  hands,
  step,
  menu,
  wall,
  lost_rooms,
  take_room,
  results,
  end_room,
  hand_over,
};

/** A button that opens a menu of further buttons. */
function menu(tell) {
  const list = make("div", { popover: "auto" });
  const button = make("button", { type: "button", popoverTargetElement: list });
  const parts = new Map(); // name -> a part, as in Controls
  list.onbeforetoggle = () => {
    const { left, bottom } = button.getBoundingClientRect();
    list.style.inset = `${bottom + 4}px auto auto min(${left}px, 100vw - 11rem)`;
  };
  list.onclick = ({ target }) => {
    if (!target.closest("button:not(.says-so)")) return; // what it says is read in the menu
    list.hidePopover();
    button.classList.toggle("toggled", target.hasAttribute("aria-pressed"));
    button.focus({ preventScroll: true }); // what was pressed is not seen any more
  };
  return {
    node: make("div", { className: "menu" }, button, list),
    paint: ({ label, items }) => {
      button.textContent = label;
      for (const item of items) {
        if (!parts.has(item.name)) {
          parts.set(item.name, controlKinds[item.kind](tell, item.name));
          list.append(parts.get(item.name).node);
        }
        parts.get(item.name).paint(item);
      }
    },
  };
}
