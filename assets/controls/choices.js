import { differs, make } from "../dom.js";
import { ledTo, reach } from "../roving.js";
import { isAnswered } from "./answered.js";
import { field } from "./field.js";

export function radio({ act }, name) {
  const options = make("div", { className: "options", role: "radiogroup" });
  const { node, paint: paintField } = field(name, options);
  let control;
  options.onchange = ({ target }) =>
    act({ ...control.change, to: control.options[target.value][0] });
  return {
    node,
    paint: (next) => {
      if (differs(next.options, control?.options)) {
        options.replaceChildren(
          ...next.options.map(([, label], at) =>
            make("label", {}, make("input", { type: "radio", name, value: at }), label),
          ),
        );
      }
      control = next;
      paintField(control);
      options.ariaLabel = control.label;
      const inputs = options.querySelectorAll("input");
      inputs.forEach((input, at) => {
        input.checked = control.options[at][0] === control.value;
      });
    },
  };
}

export function select({ act }, name) {
  let box = make("select");
  const { node, paint: paintField } = field(name, make("div", { className: "select" }, box));
  let control;

  function draw(select) {
    const options = control.options.map(([id, label], at) =>
      make("option", {
        value: at,
        textContent: control.groups && isAnswered(id) ? `${label} ✓` : label,
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
  function show(select) {
    select.ariaLabel = control.label;
    select.ariaDescription = control.mark || null;
    const at = control.options.findIndex(([value]) => value === control.value);
    const value = at < 0 ? "" : String(at);
    if (select.value !== value) select.value = value; // the same value, set again, is spoken over the score
  }
  return {
    node,
    paint: (next) => {
      const isOther = differs(next.options, control?.options);
      const isSet = isOther || next.value !== control?.value;
      control = next;
      paintField(control);
      box.parentElement.dataset.mark = control.mark ?? "";
      if (box.getRootNode().activeElement === box) {
        if (isOther) draw(box);
        else show(box);
      } else if (isSet) {
        // A new box: of one that the page sets, screen readers speak the option as if it had the focus, and later none.
        const fresh = make("select", {
          onchange: () => act({ ...control.change, to: control.options[box.value][0] }),
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

export function several({ act }, name) {
  const bar = make("div", { className: "options", role: "toolbar" });
  const { node, paint: paintField } = field(name, bar);
  let control;

  const buttons = () => [...bar.children];
  function show() {
    buttons().forEach((toggle, at) => {
      toggle.ariaPressed = String(control.value.includes(control.options[at][0]));
    });
  }
  bar.onclick = ({ target }) => {
    const at = buttons().indexOf(target);
    if (at < 0) return;
    const pressed = control.options[at][0];
    const isOn = (value) => control.value.includes(value) !== (value === pressed);
    control = { ...control, value: control.options.map(([value]) => value).filter(isOn) };
    show();
    act({ ...control.change, to: control.value });
  };
  bar.addEventListener("focusin", ({ target }) => reach(buttons(), target));
  bar.onkeydown = (event) => {
    const next = ledTo(buttons(), event.target, event.key, { round: true });
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return {
    node,
    paint: (next) => {
      const rebuild = differs(next.options, control?.options);
      control = next;
      if (rebuild) {
        bar.replaceChildren(
          ...control.options.map(([, label]) => make("button", { type: "button" }, label)),
        );
        reach(buttons(), bar.firstElementChild);
      }
      paintField(control);
      bar.ariaLabel = control.label;
      show();
    },
  };
}
