import { copied } from "../copied.js";
import { courier } from "../courier.js";
import { make } from "../dom.js";
import { focusTitle } from "../focus.js";
import { navigate } from "../navigation.js";
import { withQuery } from "../query.js";
import { main } from "../streamlit.js";
import { say } from "../voice.js";
import { shortcutOf } from "./field.js";

const NOTE_MS = 2500; // how long the message of a button is shown

/** A sentence; it can reserve the height of another, hidden one. */
export function text() {
  const shown = make("span");
  const node = make("p", { className: "text" }, shown);
  return {
    node,
    paint: (next) => {
      shown.textContent = next.text;
      node.className = `text ${next.look ?? ""}`.trim();
      node.dataset.room = next.room ?? "";
    },
  };
}

export function button({ act }) {
  const node = make("button", { type: "button" });
  let control;
  const press = () => {
    if (control.off && !courier.busy())
      say(control.none ?? `Nothing to ${control.label.toLowerCase()}`);
    else act(control.change);
    if (!control.to_top) return;
    main().scrollTo({ top: 0 });
    focusTitle();
  };
  node.onclick = press;
  return {
    node,
    press,
    paint: (next) => {
      control = next;
      node.className = control.look ?? "";
      node.textContent = control.text ?? control.label;
      node.ariaLabel = control.text ? control.label : null;
      const key = shortcutOf(control);
      const title =
        control.help ??
        [control.text && control.label, control.shortcut].filter(Boolean).join(", ");
      node.title =
        key === control.shortcut
          ? title
          : title.replace(new RegExp(`(, )?${control.shortcut}$`), "");
      node.ariaKeyShortcuts = key?.replace("Ctrl", "Control") ?? null;
      // A title is spoken after the name, so what it repeats of the name is left out.
      const name = `${control.label}, `;
      node.ariaDescription = node.title.startsWith(name) ? node.title.slice(name.length) : null;
      node.ariaDisabled = control.off ? "true" : null;
      node.ariaPressed = control.pressed === undefined ? null : String(control.pressed);
    },
  };
}

/** A link to another page; it keeps the current query, and can send an action. */
export function link({ act }) {
  const node = make("a", { className: "link" });
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
    paint: (next) => {
      control = next;
      node.textContent = control.text ?? control.label;
      node.title = control.text ? control.label : "";
      node.ariaLabel = control.text ? control.label : null;
      node.classList.toggle("back", Boolean(control.back));
      node.href = control.path || ".";
      aim();
    },
  };
}

/** The button that copies the page's address. */
export function copy() {
  const node = make("button", { type: "button", className: "says-so" });
  let control;
  node.onclick = async () => {
    node.textContent = (await copied(location.href))
      ? "Link copied"
      : "Copy it from the address bar";
    say(node.textContent);
    setTimeout(() => {
      node.textContent = control.label;
    }, NOTE_MS);
  };
  return {
    node,
    paint: (next) => {
      if (!control) node.textContent = next.label;
      control = next;
    },
  };
}
