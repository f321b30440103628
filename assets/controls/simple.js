/**
 * @import { Action } from "../courier.js"
 * @import { Acting, ControlData, Tell } from "./field.js"
 */
import { copied } from "../copied.js";
import { courier } from "../courier.js";
import { make, set } from "../dom.js";
import { toTop } from "../focus.js";
import { navigate } from "../navigation.js";
import { withQuery } from "../query.js";
import { say } from "../voice.js";
import { shortcutOf } from "./field.js";

const NOTE_MS = 2500; // how long the message of a button is shown

/** A sentence; it can reserve the height of another, hidden one. Where there is no room, its rest is left out. */
export function text() {
  const [shown, rest] = [make("span"), make("span", { className: "rest" })];
  const node = make("p", { className: "text" }, make("span", {}, shown, rest));
  return {
    node,
    paint: (
      /** @type {ControlData & { text: string, rest?: string, room?: string, look?: string }} */ next,
    ) => {
      set(shown, { textContent: next.text });
      set(rest, { textContent: next.rest ?? "" });
      set(node, { className: `text ${next.look ?? ""}`.trim() });
      set(node.dataset, { room: next.room ?? "" });
    },
  };
}

/**
 * Return what a button shows when it is pointed at: its help, or its name and its key. A key that is switched off is left out.
 * @param {ControlData & { text?: string }} control
 */
function titleOf({ text, label, help, shortcut, ...control }) {
  const title = help ?? [text && label, shortcut].filter(Boolean).join(", ");
  const hasKey = shortcutOf({ shortcut, ...control }) === shortcut;
  return hasKey ? title : title.replace(new RegExp(`(, )?${shortcut}$`), "");
}

/**
 * A button that sends an action.
 * @param {Tell} tell
 */
export function button({ act }) {
  const node = make("button", { type: "button" });
  /**
   * @type {Acting & { text?: string, look?: string, off?: boolean, none?: string, pressed?: boolean, to_top?: boolean }}
   */
  let control;
  const press = () => {
    if (control.off && !courier.busy())
      say(control.none ?? `Nothing to ${control.label.toLowerCase()}`);
    else act(control.change);
    if (control.to_top) toTop();
  };
  node.onclick = press;
  return {
    node,
    press,
    paint: (/** @type {typeof control} */ next) => {
      control = next;
      const title = titleOf(control);
      // A title is spoken after the name, so what it repeats of the name is left out.
      const name = `${control.label}, `;
      set(node, {
        className: control.look ?? "",
        textContent: control.text ?? control.label,
        ariaLabel: control.text ? control.label : null,
        title,
        ariaKeyShortcuts: shortcutOf(control)?.replace("Ctrl", "Control") ?? null,
        ariaDescription: title.startsWith(name) ? title.slice(name.length) : null,
        ariaDisabled: control.off ? "true" : null,
        ariaPressed: control.pressed === undefined ? null : String(control.pressed),
      });
    },
  };
}

/**
 * A link to another page; it keeps the current query, and can send an action.
 * @param {Tell} tell
 */
export function link({ act }) {
  const node = make("a", { className: "link" });
  /** @type {ControlData & { change?: Action, text?: string, path: string, query?: string, back?: boolean }} */
  let control;
  const aim = () => {
    node.search = withQuery(control.query);
  };
  for (const event of ["pointerdown", "focusin", "click"]) node.addEventListener(event, aim, true);
  node.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (control.change) act(control.change);
    navigate(node.href);
  });
  return {
    node,
    press: () => node.click(),
    paint: (/** @type {typeof control} */ next) => {
      control = next;
      set(node, {
        textContent: control.text ?? control.label,
        title: control.text ? control.label : "",
        ariaLabel: control.text ? control.label : null,
      });
      node.classList.toggle("back", Boolean(control.back));
      node.href = control.path || ".";
      aim();
    },
  };
}

/** The button that copies the page's address. */
export function copy() {
  const node = make("button", { type: "button", className: "says-so" });
  /** @type {ControlData | undefined} */
  let control;
  node.onclick = async () => {
    node.textContent = (await copied(location.href))
      ? "Link copied"
      : "Copy it from the address bar";
    say(node.textContent);
    setTimeout(() => {
      node.textContent = control?.label ?? "";
    }, NOTE_MS);
  };
  return {
    node,
    paint: (/** @type {ControlData} */ next) => {
      if (!control) node.textContent = next.label;
      control = next;
    },
  };
}
