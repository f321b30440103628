/**
 * @import { Action, Answer } from "../courier.js"
 * @import { Holding } from "../holding.js"
 * @import { ControlData, Part, Tell } from "./field.js"
 */
import { courier } from "../courier.js";
import { isTyped } from "../documents.js";
import { arrange, keepFocus, listen, make, set } from "../dom.js";
import { focusedNode, focusTitle, openers, pointedAt } from "../focus.js";
import { createHand, holding } from "../holding.js";
import { lessSheet } from "../less.js";
import { litSheet } from "../lit.js";
import { FINGER, ONE_COLUMN, SMALL } from "../media.js";
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
/** @type {Record<string, string>} */
const PRESENTER = { PageDown: "ArrowRight", PageUp: "ArrowLeft" };
// In front of a hall these keys go through the slides, whatever was clicked last.
const LEADING = /^(Arrow(Left|Right)|Page(Up|Down))$/;
// So do these, if no control has the focus.
/** @type {Record<string, string>} */
const FREE = { " ": "ArrowRight", Home: "Home", End: "End" };
const SLIDER = "select, [role=slider], input:not([type=radio], [type=checkbox])";
const CONTROL = "a, button, summary, input, select, textarea, [role], [tabindex='0']";
// Elements that handle the arrow keys themselves.
const ARROWS = "input, select, [role=slider], [role=radio], [role=toolbar] button";

/**
 * Return whether a field has no text.
 * @param {Element} field
 */
const isEmpty = (field) => "value" in field && field.value === "";

const controlsStyle = new CSSStyleSheet();
controlsStyle.replaceSync(css);

/**
 * @typedef {Partial<ControlData> & { label: string, items?: Said[] }} Said a control as it is sent: what need not be said is
 *   missing
 * @typedef {ControlData & { ends?: Record<string, Action>, items?: Full[] }} Full a control
 * @typedef {Answer & { controls: Said[], layout: string, hall: boolean, asks?: string }} ControlsData what Python sends
 *   (ui/parts/controls.py)
 * @typedef {Part & { kind: string, name: string, hands: Holding[] }} Drawn a control, and the hands of its sliders
 */

/** Create controls in `root` for what Python sends first. */
export class Controls {
  /** @type {Map<string, Drawn>} */
  drawn = new Map(); // by their names
  /** @type {Full[]} */
  controls = []; // the newest, perhaps not drawn yet
  /** @type {string | undefined} */
  session; // if it changes, the server restarted, and its data replaces all
  /** @type {string | undefined} */
  question; // the current question of a series
  isInHall = false;

  /**
   * @param {ShadowRoot} root
   * @param {ControlsData} data
   */
  constructor(root, data) {
    this.root = root;
    this.sender = data.by;
    this.latest = data; // the newest data, perhaps not drawn yet
    this.group = make("div", { className: "controls" });

    this.root.adoptedStyleSheets = [controlsStyle, litSheet, lessSheet];

    this.root.append(this.group);

    this.act = (/** @type {Action} */ change) => courier.act(this.sender, change);

    // Streamlit listens to single letters, and does not notice that they are typed into a field in a shadow root.
    this.group.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    });

    document.addEventListener("keydown", this.onShortcut, true);

    addEventListener("rankbook-less", this.render);
  }

  /** @param {ControlsData} data */
  update(data) {
    this.latest = data;
    this.controls = data.controls.map(inFull);
    courier.answered(this.sender, data.ack);
    if (data.session === this.session && courier.pending(this.sender)) return; // the data lacks the reader's last actions
    this.session = data.session;
    const begins = data.hall && !this.isInHall;
    this.isInHall = data.hall;
    this.render();
    // Space goes through the steps, and does not end them.
    if (begins && this.root.activeElement && document.querySelector(inKey("steps"))) focusTitle();
    if (data.hall && SMALL.matches) this.act({ do: "present", to: false, unasked: true }); // a phone shows the phone's page
  }

  render = () => {
    const isNext = this.question !== undefined && this.latest.asks !== this.question; // the next question gets the focus
    this.question = this.latest.asks;
    const isNew = !this.group.children.length;
    set(this.group, { className: `controls ${this.latest.layout}` });
    const wanted = this.controls.map((control) => this.partFor(control));
    for (const part of this.drawn.values()) if (!wanted.includes(part)) this.letGo(part);
    this.drawn = new Map(wanted.map((part) => [part.name, part]));
    const nodes = wanted.map((part) => part.node);
    const wasFocused = this.root.activeElement;
    keepFocus(
      this.group,
      () => {
        arrange(this.group, nodes);
        for (const [at, control] of this.controls.entries()) wanted[at].paint(control);
      },
      (at) => focusable(nodes[Math.min(at, nodes.length - 1)]),
    );
    if (isNext && this.isInHall)
      focusTitle(); // a choice would take Space for an answer
    else if (isNext && !FINGER.matches) focusable(nodes[0])?.focus({ preventScroll: true });
    else if (!wasFocused && isNew && this.latest.layout === "guess") this.takeFocus(nodes[0]);
  };

  /**
   * Focus the field for a guess if the keyboard has pressed the button that asks for it, in a menu or not.
   * @param {Element} node
   */
  takeFocus(node) {
    const at = focusedNode();
    if (!at?.matches(":is([aria-pressed], .toggled):focus-visible")) return;
    const input = focusable(node);
    if (!input) return;
    openers.set(input, at);
    input.focus({ preventScroll: true });
  }

  /**
   * Return the part that draws a control: that of before, or a new one.
   * @param {ControlData} control
   * @returns {Drawn}
   */
  partFor({ name, kind: asked }) {
    const kind =
      asked === "radio" && this.latest.layout === "grid short" && ONE_COLUMN.matches
        ? "select"
        : asked;
    const part = this.drawn.get(name);
    if (part?.kind === kind) return part;
    /** @type {Holding[]} */
    const hands = []; // of its sliders
    /** @type {Tell["hand"]} */
    const hand = (parts) => {
      const made = createHand(courier, this.sender, parts);
      hands.push(made);
      return made;
    };
    return { kind, name, hands, ...controlKinds[kind]({ act: this.act, hand }, name) };
  }

  /**
   * End the drags of a control that goes: what is held would keep the keys of the page for ever.
   * @param {Drawn} part
   */
  letGo({ hands }) {
    for (const hand of hands) hand.giveUp();
  }

  /**
   * Press the button of a shortcut, unless the focused element handles the key.
   * @param {KeyboardEvent} event
   */
  onShortcut = (event) => {
    const at = event.composedPath()[0];
    if (!(at instanceof Element)) return;
    const held = [(event.ctrlKey || event.metaKey) && "Ctrl+", event.shiftKey && "Shift+"]
      .filter(Boolean)
      .join("");
    const inHall = !held && document.documentElement.classList.contains("presenting");
    const leads = inHall && LEADING.test(event.key);
    // In a hall a card or a button that a pointer led to keeps no Space for itself; one that the keyboard led to does.
    const isPointed =
      inHall && event.key === " " && at === pointedAt() && at.matches(".board *, button");
    const isSet = at === pointedAt() && at.matches("[type=range]"); // by the mouse: it gives up the focus soon (focus.js)
    if (event.altKey || event.defaultPrevented || (holding.size && !leads && !isPointed)) return;
    if (isAsking()) return;
    const isBlank = at.matches(TEXT_FIELD) && isEmpty(at);
    const free =
      inHall &&
      (!at.closest(CONTROL) || at.matches(`h1, ${MAIN}`) || isPointed || isBlank) &&
      FREE[event.key];
    // The answers of an exercise are given from its buttons and cards alone: a stray key is no answer.
    const isElsewhere = !this.group.contains(at) && !at.closest(".board");
    if (this.latest.layout === "drill" && isElsewhere && !free && !leads) return;
    const step = free && event.key === " " && this.controls.find(({ kind }) => kind === "step");
    const answers = step && this.drawn.get(step.name)?.answer?.(); // before the next step
    const key =
      free ||
      (PRESENTER[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key));
    const keys = held + key === "Ctrl+Shift+Z" ? "Ctrl+Y" : held + key;
    const button = this.controls.find(
      (control) => shortcutOf(control) === keys || control.ends?.[keys],
    );
    const others = [
      TEXT_FIELD,
      "dialog, dialog *",
      leads ? !isSet && SLIDER : key.startsWith("Arrow") && ARROWS,
      !held && key.length === 1 && "select",
      key === "Escape" && ".help",
    ].filter(Boolean);
    // An empty text field does not need these keys; in a hall they go on from the field for a guess. A title in which
    // nothing was typed does not need Ctrl: the browser would undo what was typed in another one.
    const isFree =
      (/^(Arrow|Escape)/.test(key) && at.matches(TEXT_FIELD) && isEmpty(at)) ||
      (held.startsWith("Ctrl") && at.matches(".title, .words") && !isTyped(at));
    if (!answers && (!button || (!isFree && at.matches(others.join())))) return;
    event.preventDefault();
    // A grade or a card that has the focus does not hear it, too. At R Streamlit would run the page again.
    if (leads || isPointed || key === "R") event.stopPropagation();
    for (const hand of leads || isPointed ? [...holding] : []) hand.giveUp();
    if (answers || !button) return;
    if (button.ends?.[keys]) this.act(button.ends[keys]);
    else this.drawn.get(button.name)?.press?.();
    if ((leads || isPointed) && at.closest(".board")) focusTitle(); // the next step has other cards: none of them takes Space
  };

  isIn = (/** @type {Node} */ parent) => parent.contains(this.group);

  destroy() {
    document.removeEventListener("keydown", this.onShortcut, true);
    removeEventListener("rankbook-less", this.render);
    for (const part of this.drawn.values()) this.letGo(part);
    this.group.replaceChildren(); // first, or a text that loses the focus would be sent
    this.group.remove();
  }
}

/**
 * A control with what Python need not say (ui/parts/controls.py).
 * @param {Said} control
 * @returns {Full}
 */
const inFull = ({ items, ...control }) => ({
  kind: "button",
  name: control.label,
  ...control,
  ...(items ? { items: items.map(inFull) } : {}),
});

// Each function creates a control.
/** @type {Record<string, (tell: Tell, name: string) => Part>} */
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

/**
 * A button that opens a menu of further buttons.
 * @param {Tell} tell
 */
function menu(tell) {
  const list = make("div", { popover: "auto" });
  const button = make("button", { type: "button", popoverTargetElement: list });
  /** @type {Map<string, Part>} */
  const parts = new Map(); // by their names
  list.onbeforetoggle = () => {
    const { left, bottom } = button.getBoundingClientRect();
    list.style.inset = `${bottom + 4}px auto auto min(${left}px, 100vw - 11rem)`;
  };
  listen(list, {
    click: ({ target }) => {
      if (!target.closest("button:not(.says-so)")) return; // what it says is read in the menu
      list.hidePopover();
      button.classList.toggle("toggled", target.hasAttribute("aria-pressed"));
      button.focus({ preventScroll: true }); // what was pressed is not seen any more
    },
  });
  return {
    node: make("div", { className: "menu" }, button, list),
    paint: (/** @type {Full} */ { label, items = [] }) => {
      set(button, { textContent: label });
      for (const item of items) {
        const part = parts.get(item.name) ?? controlKinds[item.kind](tell, item.name);
        if (!parts.has(item.name)) list.append(part.node);
        parts.set(item.name, part);
        part.paint(item);
      }
    },
  };
}
