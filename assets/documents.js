import { make, set } from "./dom.js";
import { ledTo } from "./roving.js";

// What a document has on the board and in the rows of queries: fields, grades, colours, and the cut beside it.

/** Return whether a field holds what a reader has typed and not saved. Its own Undo comes before the page's. */
export function isTyped(node) {
  return node.matches("input") && node.value !== node.defaultValue;
}

/** Write a text into a field, unless a reader is typing there. */
export function writeInto(field, text) {
  const keeps = field === field.getRootNode().activeElement && isTyped(field);
  set(field, keeps ? { defaultValue: text } : { defaultValue: text, value: text });
}

/** Focus a field and select its text, which in some browsers does not focus it. */
export function startTyping(field) {
  field?.focus();
  field?.select();
}

export function paintCut(cut, k, deepest, isHeld) {
  set(cut, { ariaValueMax: deepest, ariaValueNow: k, ariaValueText: `k = ${k}` });
  set(cut.firstElementChild, { textContent: `k = ${k}` });
  cut.classList.toggle("lifted", isHeld);
}

/** Return the theme colours that Python's data has indices of. */
export const paletteOf = (node) =>
  getComputedStyle(node)
    .getPropertyValue("--st-chart-categorical-colors")
    .split(/,(?![^(]*\))/);

export function paintColours(node, { colours, unjudged }) {
  const palette = paletteOf(node);
  for (const [grade, index] of colours.entries())
    set(node, { [`--grade-${grade}`]: palette[index].trim() });
  set(node, { "--grade-none": palette[unjudged].trim() });
}

export const gradeOf = (radio) => (radio.dataset.grade === "" ? null : Number(radio.dataset.grade));

/** Draw a button for each grade, and one for "not judged". */
export function paintGrades(group, top, checked) {
  if (group.children.length !== top + 2) {
    group.replaceChildren(
      ...[...Array(top + 1).keys(), null].map((grade) => {
        const radio = make("button", { type: "button", role: "radio", textContent: grade ?? "?" });
        radio.dataset.grade = grade ?? "";
        return radio;
      }),
    );
    group.style.setProperty("--count", group.children.length);
  }
  for (const radio of group.children)
    set(radio, { ariaChecked: String(gradeOf(radio) === checked) });
}

/** Set the previous or next grade by an arrow key; return whether the key was one. */
export function onGradeKey(radio, key, set) {
  const next = ledTo([...radio.parentElement.children], radio, key, {
    keys: /^Arrow/,
    round: true,
  });
  if (!next) return false;
  next.focus();
  set(gradeOf(next));
  return true;
}

/** Return an id for a new document; crypto.randomUUID does not exist on pages served over plain http. */
export const freshId = () =>
  `n${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("")}`;
