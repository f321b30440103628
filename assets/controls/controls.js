import { courier } from "../courier.js";
import { isTyped } from "../documents.js";
import { make } from "../dom.js";
import { focusTitle, openers, pointedAt } from "../focus.js";
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
import { button, copy, link, NOTE_MS, text } from "./simple.js";
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

/** Create controls in `root`; `sender` is the sender of their actions. */
export function createControls(root, sender) {
  const group = make("div", { className: "controls" });
  const live = make("div", { className: "live", role: "status" });
  root.adoptedStyleSheets = [controlsStyle, litSheet, lessSheet];
  root.append(group, live);

  const drawn = new Map(); // name -> { kind, node, paint, press? }
  let latest = null; // the newest data, perhaps not drawn yet
  let session; // if it changes, the server restarted, and its data replaces all
  let question; // the current question of a series
  let isInHall = false;
  let silence = 0; // the timer that clears the message

  const sliderHands = [];
  const tell = {
    act: (change) => courier.act(sender, change),
    hand: (parts) => {
      sliderHands.push(createHand(courier, sender, parts));
      return sliderHands.at(-1);
    },
    say: (sentence) => {
      clearTimeout(silence);
      live.textContent = sentence;
      silence = setTimeout(() => {
        live.textContent = "";
      }, NOTE_MS);
    },
  };

  function update(data) {
    latest = { ...data, controls: data.controls.map(inFull) };
    courier.answered(sender, data.ack);
    if (data.session === session && courier.pending(sender)) return; // the data lacks the reader's last actions
    session = data.session;
    const begins = data.hall && !isInHall;
    isInHall = data.hall;
    render();
    // Space goes through the steps, and does not end them.
    if (begins && root.activeElement && document.querySelector(inKey("steps"))) focusTitle();
    if (data.hall && SMALL.matches) tell.act({ do: "present", to: false, unasked: true }); // a phone shows the phone's page
  }

  function render() {
    const isNext = question !== undefined && latest.asks !== question; // the next question gets the focus
    question = latest.asks;
    const isNew = !group.children.length;
    const focused = root.activeElement;
    const place = [...group.children].findIndex((node) => node.contains(focused));
    group.className = `controls ${latest.layout}`;
    const wanted = latest.controls.map((control) => [control.name, partFor(control)]);
    drawn.clear();
    for (const [name, part] of wanted) drawn.set(name, part);
    const nodes = wanted.map(([, part]) => part.node);
    for (const node of [...group.children]) if (!nodes.includes(node)) node.remove();
    nodes.forEach((node, at) => {
      if (group.children[at] !== node) group.insertBefore(node, group.children[at]);
    });
    for (const control of latest.controls) drawn.get(control.name).paint(control);
    if (isNext && !COARSE.matches) focusable(nodes[0])?.focus({ preventScroll: true });
    else if (focused?.isConnected)
      focused.focus({ preventScroll: true }); // moving the node took the focus
    else if (focused) focusable(nodes[Math.min(place, nodes.length - 1)])?.focus();
    else if (isNew && latest.layout === "guess") takeFocus(nodes[0]);
  }

  /** Focus the field for a guess if the keyboard has pressed the button that asks for it, in a menu or not. */
  function takeFocus(node) {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!at?.matches(":is([aria-pressed], .toggled):focus-visible")) return;
    const input = focusable(node);
    openers.set(input, at);
    input.focus({ preventScroll: true });
  }

  function partFor({ name, kind: asked }) {
    const kind =
      asked === "radio" && latest.layout === "grid short" && ONE_COLUMN.matches ? "select" : asked;
    const part = drawn.get(name);
    return part?.kind === kind ? part : { kind, ...controlKinds[kind](tell, name) };
  }

  /** Press the button of a shortcut, unless the focused element handles the key. */
  function onShortcut(event) {
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
    if (latest.layout === "drill" && !group.contains(at) && !at.closest?.(".board")) return;
    if (isAsking()) return;
    const free =
      inHall &&
      (!at.closest?.(CONTROL) || at.matches(`h1, ${MAIN}`) || isOnCard) &&
      FREE[event.key];
    const step = free && event.key === " " && latest.controls.find(({ kind }) => kind === "step");
    const answers = step && drawn.get(step.name).answer(); // before the next step
    const key =
      free ||
      (PRESENTER[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key));
    const keys = held + key === "Ctrl+Shift+Z" ? "Ctrl+Y" : held + key;
    const button = latest.controls.find(
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
    if (button.ends?.[keys]) tell.act(button.ends[keys]);
    else drawn.get(button.name).press();
    if ((leads || isOnCard) && at.closest?.(".board")) focusTitle(); // the next step has other cards: none of them takes Space
  }

  // Streamlit listens to single letters, and does not notice that they are typed into a field in a shadow root.
  group.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  });
  document.addEventListener("keydown", onShortcut, true);
  addEventListener("rankbook-less", render);

  return {
    sender,
    update,
    isIn: (parent) => parent.contains(group),
    destroy: () => {
      document.removeEventListener("keydown", onShortcut, true);
      removeEventListener("rankbook-less", render);
      for (const hand of sliderHands) hand.giveUp();
      group.replaceChildren(); // first, or a text that loses the focus would be sent
      group.remove();
      live.remove();
    },
  };
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
  const parts = new Map(); // name -> a part, as in createControls
  list.onbeforetoggle = () => {
    const { left, bottom } = button.getBoundingClientRect();
    list.style.inset = `${bottom + 4}px auto auto min(${left}px, 100vw - 11rem)`;
  };
  list.onclick = ({ target }) => {
    if (!target.closest("button")) return;
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
