/**
 * @import { Action } from "../courier.js"
 * @import { ControlData, Tell } from "./field.js"
 */
import { make, set } from "../dom.js";
import { answered, isAnswered } from "./answered.js";

/**
 * Write a text whose exponents are raised (`typeset` in ui/core/plain.py).
 * @param {Element} node
 * @param {string} text
 */
function write(node, text) {
  const parts = text.split(/<sup>(.*?)<\/sup>/);
  const written = make(
    "span",
    {},
    ...parts.map((part, at) => (at % 2 ? make("sup", {}, part) : part)),
  );
  if (node.innerHTML !== written.innerHTML) node.replaceChildren(...written.childNodes);
}

/**
 * A step of a lesson: what to do, a question, and the answer, which comes with a button or with the act. The button does the
 * act, too, so that the page shows what the answer speaks of.
 * @param {Tell} tell
 */
export function step({ act }) {
  const invites = make("span");
  const asks = make("b");
  const place = make("span", { className: "place" });
  const button = make("button", { type: "button" });
  const says = make("span", { role: "status" });
  const source = make("a", { target: "_blank", rel: "noopener" });
  const answer = make("p", { className: "answer" }, says, source);
  const node = make(
    "div",
    { className: "step" },
    make("p", { className: "invites" }, invites, " ", asks),
    place,
    button,
    answer,
  );
  /**
   * @type {ControlData & { do: string, ask: string, answer: string, of: string, open?: boolean, place?: string,
   *   acts?: Action, source?: [title: string, address: string] }}
   */
  let control;
  let open = false;
  let wasFocused = false; // a hall hides the button while the answer is open

  /** @param {boolean | undefined} isOpen */
  function show(isOpen) {
    open = Boolean(isOpen);
    node.classList.toggle("open", open);
    set(button, {
      textContent: open ? "Hide" : "Answer",
      ariaLabel: open ? "Hide the answer" : "Answer",
      ariaExpanded: String(open),
    });
    write(says, open ? control.answer : "");
    set(source, { hidden: !open || !control.source });
    if (open && control.of && !isAnswered(control.of))
      answered.set(`${answered.get() ?? ""} ${control.of}`.trim());
  }
  /** @param {boolean} isOpen */
  function ask(isOpen) {
    wasFocused = button.matches(":focus");
    show(isOpen);
    if (isOpen && control.acts) act(control.acts);
  }
  button.onclick = () => ask(!open);
  return {
    node,
    /** Show the answer; return whether it was hidden. */
    answer: () => {
      const isNew = !open && Boolean(control.answer);
      if (isNew) ask(true);
      return isNew;
    },
    paint: (/** @type {typeof control} */ next) => {
      const isOther = next.of !== control?.of || next.open !== control.open; // another step, or the act is done
      control = next;
      write(invites, control.do);
      write(asks, control.ask);
      set(place, { textContent: control.place ?? "" });
      set(button, { hidden: !control.answer });
      const [textContent, href] = control.source ?? ["", ""];
      set(source, { textContent, href });
      show(isOther ? control.open : open);
      if (open || !wasFocused) return;
      wasFocused = false;
      if (!document.querySelector(":focus")) button.focus({ preventScroll: true }); // another pause of the same puzzle
    },
  };
}
