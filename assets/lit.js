import { focusListeners } from "./focus.js";
import { afterRun } from "./run.js";
import { CHART, rootsIn } from "./streamlit.js";

// Highlight all elements of one document: pointing at a card, a bar, a term of the formula or a row of the table, or
// focusing it, highlights the others. One style sheet names the document, for the page and for the boards' shadow roots. So
// new elements are highlighted as well, and no highlight outlives its document.
export const litSheet = new CSSStyleSheet();

/** @type {string | null} */
let lit = null;
/** @param {EventTarget[]} path */
const docOf = (path) => path.find((node) => node.dataset?.doc)?.dataset.doc ?? docOfMark(path[0]);

// The label of a chart's mark starts with a rank or a row of the board, which leads to the document; or with the mean of
// rows of a table, `mean+0.067`.
const cards = () =>
  rootsIn("board_a")
    .flatMap((root) => [...root.querySelectorAll("ol > .card")])
    .map((card) => card.dataset.doc);
/** @param {EventTarget} mark */
function docOfMark(mark) {
  if (!(mark instanceof Element && mark.closest(CHART))) return null;
  const mean = `mean${mark.ariaLabel?.split(":")[0]}`;
  if (document.querySelector(`[data-doc="${CSS.escape(mean)}"]`)) return mean;
  const row = mark.ariaLabel?.match(/^(?:Rank|Row|Swap ranks) (\d+)(?::| and)/)?.[1];
  return cards()[Number(row) - 1] ?? null;
}

/** @param {string | null} doc */
function light(doc) {
  if (doc === lit) return;
  lit = doc;
  relight();
}
/** Write the style of what is lit: ranks may have changed. */
const relight = () => {
  const doc = lit;
  // An element of several documents highlights each of them, and elements of the same several. A line between two lists
  // joins a document of both: it is highlighted with either end, and highlights both.
  const docs = (doc ?? "").split(" ").filter(Boolean);
  const joins = docs.map((id) => `[data-same][data-doc~="${CSS.escape(id)}"]`);
  const joined = docs.length
    ? [...document.querySelectorAll(joins.join())].flatMap((line) => line.dataset.doc?.split(" "))
    : [];
  const named = new Set([doc, ...docs, ...joined]);
  const same = `:is(${[...[...named].map((name) => `[data-doc="${CSS.escape(String(name))}"]`), ...joins]})`;
  const row = cards().indexOf(doc ?? undefined) + 1;
  const marks = [`Rank ${row}:`, `Row ${row}:`, `Swap ranks ${row} and`].map(
    (start) => `[aria-label^="${start}"]`,
  );
  if (doc?.startsWith("mean")) marks.push(`[aria-label^="${CSS.escape(doc.slice(4))}:"]`);
  litSheet.replaceSync(
    doc === null
      ? ""
      : `
    ${CHART} :is(${marks}) { stroke: var(--primary); stroke-width: 3px; stroke-opacity: 1; }
    ${same} { outline: 3px solid var(--primary); outline-offset: 1px; border-radius: 6px; }
    ${same}:not(.card, .pairs, .slopes) { background-color: color-mix(in srgb, var(--primary) 14%, transparent); }
    li${same} > span { background: none; }`,
  );
};
// No pointerover: the page also moves under a resting pointer, when a focus scrolls it.
for (const event of ["pointermove", "pointerdown"]) {
  document.addEventListener(event, (fired) => light(docOf(fired.composedPath())), true);
}
focusListeners.push((path) => light(docOf(path)));
afterRun(relight);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, litSheet];
