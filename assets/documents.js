import { focusedBeside, make, partOf, set } from "./dom.js";
import { ledTo } from "./roving.js";

// What a document has on the board and in the rows of queries: fields, grades, colours, and the cut beside it.

/**
 * @typedef {{ top: number, symbols: string[], colours: number[], unjudged: number }} Grades the highest grade, and how each
 *   is drawn: its symbol, and its colour as an index in the theme's colours (ui/core/theme.py)
 */

/**
 * Return whether a field holds what a reader has typed and not saved. Its own Undo comes before the page's.
 * @param {EventTarget | undefined} node
 */
export const isTyped = (node) =>
  node instanceof HTMLInputElement && node.value !== node.defaultValue;

/**
 * Write a text into a field, unless a reader is typing there.
 * @param {HTMLInputElement} field
 * @param {string} text
 */
export function writeInto(field, text) {
  const keeps = field === focusedBeside(field) && isTyped(field);
  set(field, keeps ? { defaultValue: text } : { defaultValue: text, value: text });
}

/**
 * Focus a field and select its text, which in some browsers does not focus it.
 * @param {HTMLInputElement} field
 */
export function startTyping(field) {
  field.focus();
  field.select();
}

/**
 * Draw the cut as a slider.
 * @param {Element} cut
 * @param {number} k
 * @param {number} deepest the largest k
 * @param {boolean} isHeld
 */
export function paintCut(cut, k, deepest, isHeld) {
  set(cut, { ariaValueMax: deepest, ariaValueNow: k, ariaValueText: `k = ${k}` });
  set(partOf(cut, "*"), { textContent: `k = ${k}` });
  cut.classList.toggle("lifted", isHeld);
}

/**
 * Return the theme colours that Python's data has indices of.
 * @param {Element} node
 */
export const paletteOf = (node) =>
  getComputedStyle(node)
    .getPropertyValue("--st-chart-categorical-colors")
    .split(/,(?![^(]*\))/)
    .map((colour) => colour.trim());

/**
 * Give a node the colours of the grades.
 * @param {Element} node
 * @param {Grades} grades
 */
export function paintColours(node, { colours, unjudged }) {
  const palette = paletteOf(node);
  for (const [grade, index] of colours.entries())
    set(node, { [`--grade-${grade}`]: palette[index] });
  set(node, { "--grade-none": palette[unjudged] });
}

/** @param {Element} radio a button of `paintGrades` */
export const gradeOf = (radio) => (radio.dataset.grade === "" ? null : Number(radio.dataset.grade));

/**
 * Draw a button for each grade, and one for "not judged".
 * @param {Element} group
 * @param {number} top
 * @param {number | null} checked
 */
export function paintGrades(group, top, checked) {
  if (group.children.length !== top + 2) {
    group.replaceChildren(
      ...[...Array(top + 1).keys(), null].map((grade) => {
        const radio = make("button", { type: "button", role: "radio", textContent: grade ?? "?" });
        radio.dataset.grade = String(grade ?? "");
        return radio;
      }),
    );
    set(group, { "--count": group.children.length });
  }
  for (const radio of group.children)
    set(radio, { ariaChecked: String(gradeOf(radio) === checked) });
}

/**
 * Set the previous or next grade by an arrow key; return whether the key was one.
 * @param {Element} radio
 * @param {string} key
 * @param {(grade: number | null) => void} set
 */
export function onGradeKey(radio, key, set) {
  const radios = [...(radio.parentElement?.children ?? [])];
  const next = ledTo(radios, radio, key, { keys: /^Arrow/, round: true });
  if (!next) return false;
  next.focus();
  set(gradeOf(next));
  return true;
}

/** Return an id for a new document; crypto.randomUUID does not exist on pages served over plain http. */
export const freshId = () =>
  `n${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("")}`;
