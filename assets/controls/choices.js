/** @import { Acting, Tell } from "./field.js" */
import { differs, focusedBeside, listen, make, set } from "../dom.js";
import { ledTo, reach } from "../roving.js";
import { isAnswered } from "./answered.js";
import { field } from "./field.js";

/** @typedef {[value: string | number, label: string]} Option */

/**
 * A choice of which all options are seen.
 * @param {Tell} tell
 * @param {string} name
 */
export function radio({ act }, name) {
  const options = make("div", { className: "options", role: "radiogroup" });
  const { node, paint: paintField } = field(name, options);
  /** @type {Acting & { value: string | number, options: Option[] }} */
  let control;
  /**
   * @param {Option} option
   * @param {number} at
   */
  const optionOf = ([, label], at) => {
    const onchange = () => act({ ...control.change, to: control.options[at][0] });
    return make("label", {}, make("input", { type: "radio", name, value: at, onchange }), label);
  };
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      if (differs(next.options, control?.options))
        options.replaceChildren(...next.options.map(optionOf));
      control = next;
      paintField(control);
      set(options, { ariaLabel: control.label });
      const inputs = options.querySelectorAll("input");
      inputs.forEach((input, at) => {
        input.checked = control.options[at][0] === control.value;
      });
    },
  };
}

/**
 * A label with an exponent that stands high, as an option of a select box has no markup.
 * @param {string} label
 */
const raised = (label) => label.replaceAll("^g", "ᵍ").replaceAll("^top", "ᵗᵒᵖ");

/**
 * A choice as a select box; with `groups`, its options are in named groups of so many.
 * @param {Tell} tell
 * @param {string} name
 */
export function select({ act }, name) {
  let box = make("select");
  const frame = make("div", { className: "select" }, box);
  const { node, paint: paintField } = field(name, frame);
  /**
   * @type {Acting & { value: string | number | null, options: Option[], groups?: [label: string, count: number][],
   *   placeholder?: string, mark?: string }}
   */
  let control;

  /** @param {HTMLSelectElement} select */
  function draw(select) {
    const options = control.options.map(([id, label], at) =>
      make("option", {
        value: at,
        textContent: control.groups && isAnswered(String(id)) ? `${label} ✓` : raised(label),
      }),
    );
    const groups = control.groups?.map(([label, count]) =>
      make("optgroup", { label }, ...options.splice(0, count)),
    );
    select.replaceChildren(
      make("option", {
        value: "",
        disabled: true,
        hidden: true,
        textContent: control.placeholder ?? "",
      }),
      ...(groups ?? options),
    );
    show(select);
  }
  /** @param {HTMLSelectElement} select */
  function show(select) {
    const at = control.options.findIndex(([value]) => value === control.value);
    set(select, {
      ariaLabel: control.label,
      ariaDescription: control.mark || null,
      value: at < 0 ? "" : String(at), // the same value, set again, is spoken over the score
    });
  }
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      const isOther = differs(next.options, control?.options);
      const isSet = isOther || next.value !== control?.value;
      control = next;
      paintField(control);
      set(frame.dataset, { mark: control.mark ?? "" });
      if (focusedBeside(box) === box) {
        if (isOther) draw(box);
        else show(box);
      } else if (isSet) {
        // A new box: of one that the page sets, screen readers speak the option as if it had the focus, and later none.
        const fresh = make("select", {
          onchange: () => act({ ...control.change, to: control.options[Number(box.value)][0] }),
        });
        draw(fresh);
        box.replaceWith(fresh);
        box = fresh;
      } else {
        show(box);
      }
    },
  };
}

/**
 * A choice of several options at once: a button for each.
 * @param {Tell} tell
 * @param {string} name
 */
export function several({ act }, name) {
  const bar = make("div", { className: "options", role: "toolbar" });
  const { node, paint: paintField } = field(name, bar);
  /** @type {Acting & { value: Option[0][], options: Option[] }} */
  let control;

  const buttons = () => [...bar.children];
  function show() {
    buttons().forEach((toggle, at) => {
      set(toggle, { ariaPressed: String(control.value.includes(control.options[at][0])) });
    });
  }
  /** @param {number} at */
  function press(at) {
    const pressed = control.options[at][0];
    const isOn = (/** @type {Option[0]} */ value) =>
      control.value.includes(value) !== (value === pressed);
    control = { ...control, value: control.options.map(([value]) => value).filter(isOn) };
    show();
    act({ ...control.change, to: control.value });
  }
  listen(bar, {
    focusin: ({ target }) => reach(buttons(), target),
    keydown: (event) => {
      const next = ledTo(buttons(), event.target, event.key, { round: true });
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  });
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      const rebuild = differs(next.options, control?.options);
      control = next;
      if (rebuild) {
        bar.replaceChildren(
          ...control.options.map(([, label], at) =>
            make("button", { type: "button", onclick: () => press(at) }, label),
          ),
        );
        reach(buttons(), bar.firstElementChild);
      }
      paintField(control);
      set(bar, { ariaLabel: control.label });
      show();
    },
  };
}
