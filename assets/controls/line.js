/** @import { Acting, Tell } from "./field.js" */

import { focusedBeside, make, partOf, set } from "../dom.js";
import { ONE_COLUMN } from "../media.js";
import { field } from "./field.js";

/**
 * A line of text, sent when it loses the focus; with a button `enter`, only by that or the Enter key. What is typed and not
 * sent is dropped when it is about something else (`about`), and when another value comes while the reader is elsewhere.
 * @param {Tell} tell
 * @param {string} name
 */
export function line({ act }, name) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: false });
  const signs = make("span", { className: "signs" }); // a phone's keys for numbers lack them
  const button = make("button", { type: "button" });
  const { node, paint: paintField } = field(
    name,
    make("div", { className: "line" }, input, signs, button),
  );
  /** @type {Acting & { value: string, enter?: string, about?: string, placeholder?: string, signs?: string,
   *   lines?: string, cells?: string, answered?: boolean }} what stands between pasted `lines`, and between their `cells`
   *   in its place; whether an answer comes below */
  let control;
  let typing = false;

  signs.onmousedown = (event) => event.preventDefault(); // the field keeps the focus, and so its keys
  /** @param {string} text */
  function write(text) {
    input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
    typing = true;
    input.focus();
  }

  function enter() {
    typing = false;
    if (input.value === control.value && !control.enter) return;
    control = { ...control, value: input.value };
    act({ ...control.change, to: input.value });
    if (control.answered && ONE_COLUMN.matches) node.scrollIntoView({ block: "center" });
  }
  input.oninput = () => {
    typing = true;
  };
  input.onpaste = (event) => {
    const lines =
      event.clipboardData
        ?.getData("text")
        .trim()
        .split(/\s*\n\s*/) ?? [];
    if (!control.lines || lines.length < 2) return;
    event.preventDefault(); // the browser would join the lines
    const { lines: between, cells } = control;
    write(
      lines.map((each) => (cells ? each.replaceAll(between.trim(), cells) : each)).join(between),
    );
  };
  input.onblur = () => {
    if (!control.enter) enter();
  };
  button.onclick = enter;
  input.onkeydown = ({ key, isComposing }) => {
    if (isComposing) return;
    if (key === "Escape") {
      input.value = control.value;
      typing = false;
    }
    if ((key === "Escape" && !control.enter) || key === "Enter") enter();
  };
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      const isElsewhere = focusedBeside(input) !== input;
      if (next.about !== control?.about || (isElsewhere && next.value !== control?.value))
        typing = false;
      control = next;
      paintField(control);
      set(input, {
        ariaLabel: control.label,
        placeholder: control.placeholder ?? "",
        inputMode: control.signs === undefined ? "" : "decimal",
      });
      const written = [...(control.signs ?? "")];
      if (signs.textContent !== written.join("")) {
        signs.replaceChildren(
          ...written.map((sign) =>
            make("button", {
              type: "button",
              textContent: sign,
              ariaLabel: `Write ${sign}`,
              onclick: () => write(sign),
            }),
          ),
        );
      }
      set(button, { hidden: !control.enter, textContent: control.enter ?? "" });
      if (control.enter) {
        set(input, { ariaInvalid: control.note ? "true" : null });
        set(partOf(node, ".note"), { role: "alert" });
      }
      if (!typing) set(input, { value: control.value });
    },
  };
}
