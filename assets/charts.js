import { courier } from "./courier.js";
import { download, set } from "./dom.js";
import { followToTop } from "./focus.js";
import { afterRun } from "./run.js";
import { app, CHART } from "./streamlit.js";

// Behaviour of the charts (drawn by Vega): a click on a mark sends its action, the arrow keys choose among such
// marks, and a chart can be saved as it is shown.

/**
 * The row of a table that a mark draws.
 * @param {Element | null} mark
 */
const rowOf = (mark) => (mark?.closest(CHART) ? mark.__data__?.datum : undefined);
/**
 * The marks of a chart that have an action.
 * @param {Element} chart
 */
const takenIn = (chart) =>
  [...chart.querySelectorAll("svg [aria-label]")].filter((mark) => rowOf(mark)?.do);
/**
 * The chart below a title; none while a phone has not loaded it yet.
 * @param {Element} node
 */
const chartAfter = (node) =>
  [...document.querySelectorAll(`${CHART}, .titled`)]
    .find((next) => node.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING)
    ?.closest(CHART);

// A finger cannot hover: the first tap on a mark shows its label at the foot of the window, the second sends its action.
const label = Object.assign(document.createElement("p"), { className: "tapped" });
let isTouch = false;
/** @type {Element | null} */
let labelled = null;
let told = ""; // its sentence when it was tapped
document.addEventListener(
  "pointerdown",
  ({ pointerType }) => {
    isTouch = pointerType === "touch";
  },
  true,
);
/**
 * The sentence of a mark: a cell's (ui/draw/pairs.py), or the description of a mark of Vega.
 * @param {Element | null} mark
 */
const wordsOf = (mark) => mark?.dataset.said ?? mark?.ariaLabel ?? "";
/**
 * Show the label of a tapped mark; return whether this was the first tap. The second tap takes the label away.
 * @param {Element | null} mark
 * @param {boolean} acts whether the second tap sends an action
 */
export function showLabel(mark, acts) {
  const words = isTouch ? wordsOf(mark) : "";
  if (!words || mark === labelled) {
    hideLabel();
    return false;
  }
  labelled = mark;
  told = words;
  label.textContent = acts
    ? `${words.replace(/\.( Click to take .*)?$/, "")}. Tap again to take it.`
    : words;
  app().append(label);
  return true;
}

function hideLabel() {
  label.remove();
  labelled = null;
}
afterRun(() => {
  document.getElementById("vg-tooltip-element")?.classList.remove("visible");
  if (!labelled?.isConnected || wordsOf(labelled) !== told) hideLabel(); // a run may end between two taps
});

/**
 * The mark that a finger meant: the one it touched, or else the nearest that has an action within 12 pixels.
 * @param {Element} target
 * @param {PointerEvent} event
 */
function meant(target, { clientX: x, clientY: y }) {
  const chart = target.closest(CHART);
  if (!isTouch || !chart || rowOf(target)?.do) return target;
  /** @param {Element} mark */
  const far = (mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  const near = takenIn(chart).map((mark) => ({ mark, distance: far(mark) }));
  const [nearest] = near.sort((one, other) => one.distance - other.distance);
  return nearest?.distance <= 12 ? nearest.mark : target;
}

/**
 * Send the action of a mark, and return it; null if it has none.
 * @param {Element} mark
 */
function take(mark) {
  const change = rowOf(mark)?.do;
  const action = change ? JSON.parse(change) : null;
  if (action) courier.act("chart", action);
  return action;
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (!(target instanceof Element) || target.closest("[data-swap]")) return;
  const mark = meant(target, event);
  const row = rowOf(mark);
  if (!showLabel(row ? mark : null, Boolean(row?.do))) followToTop(take(mark));
  const form = target.closest("[data-save]");
  const svg = form && chartAfter(form)?.querySelector("svg");
  if (svg) save(form.dataset.save, svg, form.closest("[data-name]")?.dataset.name);
});

// For the keyboard, the marks of a chart are one slider in its title (ui/draw/figure.py).
/** @type {Record<string, [side: "x" | "y", step: number]>} */
const STEPS = {
  ArrowRight: ["x", 1],
  ArrowLeft: ["x", -1],
  ArrowUp: ["y", -1],
  ArrowDown: ["y", 1],
  PageUp: ["x", 10],
  PageDown: ["x", -10],
  Home: ["x", -Infinity],
  End: ["x", Infinity],
};
document.addEventListener("keydown", (event) => {
  const slider = event.target?.closest?.(".titled [role=slider]");
  if (!slider || event.altKey || event.ctrlKey || event.metaKey) return;
  const chart = chartAfter(slider);
  if (!chart) return;
  const chosen = chart.querySelector(".chosen");
  if (event.key === "Enter" && chosen) take(chosen);
  const [side, step] = STEPS[event.key] ?? [];
  if (!step) return;
  event.preventDefault();
  const other = side === "x" ? "y" : "x";
  const marks = takenIn(chart)
    .map((mark) => ({ mark, box: mark.getBoundingClientRect() }))
    .sort((a, b) => a.box[side] - b.box[side] || a.box[other] - b.box[other])
    .map(({ mark }) => mark);
  const at = Math.max(0, Math.min((chosen ? marks.indexOf(chosen) : -1) + step, marks.length - 1));
  chosen?.classList.remove("chosen");
  marks[at].classList.add("chosen");
  const label = marks[at].ariaLabel;
  set(slider, {
    ariaValueMax: marks.length,
    ariaValueNow: at + 1,
    ariaValueText: label,
    textContent: label ?? "",
  });
});

/**
 * Save a chart as a file.
 * @param {string | undefined} form "csv", "svg" or "png"
 * @param {SVGSVGElement} svg
 * @param {string | undefined} name
 */
async function save(form, svg, name) {
  const [text, type] =
    form === "csv" ? [table(svg), "text/csv"] : [await drawing(svg), "image/svg+xml"];
  const file = new Blob([text], { type: `${type};charset=utf-8` });
  download(
    form === "png" ? await painted(file, svg.getBoundingClientRect()) : file,
    `${name}.${form}`,
  );
}

// Inherited styles and those of style sheets must be copied into the file.
const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "paint-order",
  "font-family",
  "font-variant-numeric",
];
/** @param {SVGSVGElement} svg */
async function drawing(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const copies = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((node, at) => {
    const style = getComputedStyle(node);
    for (const name of KEPT) copies[at].style.setProperty(name, style.getPropertyValue(name));
    copies[at].classList.remove("chosen");
  });
  const { width, height } = svg.viewBox.baseVal;
  const ground = getComputedStyle(app()).backgroundColor;
  copy.insertAdjacentHTML(
    "afterbegin",
    `<style>${await typeface()}</style><rect width="${width}" height="${height}" fill="${ground}"/>`,
  );
  return new XMLSerializer().serializeToString(copy);
}
/** Return the style that brings the typeface, or none if the server does not answer: then the reader's own draws it. */
async function typeface() {
  const reply = await fetch("app/static/ibm-plex-sans-latin-wght-normal.woff2").catch(() => null);
  if (!reply?.ok) return "";
  const file = await reply.blob();
  const url = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(file);
  });
  return `@font-face { font-family: "IBM Plex Sans"; font-weight: 100 700; src: url("${url}"); }`;
}
/**
 * Return a drawing as a picture.
 * @param {Blob} file
 * @param {DOMRect} size
 * @returns {Promise<Blob>}
 */
async function painted(file, { width, height }) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: 2 * width,
    height: 2 * height,
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done, fail) =>
    canvas.toBlob((picture) => (picture ? done(picture) : fail(new Error("no picture")))),
  );
}

/**
 * All rows of a chart as CSV: a line is one mark for many. A text that a spreadsheet would run gets a ' in front.
 * @param {SVGSVGElement} svg
 */
function table(svg) {
  const mark = [...svg.querySelectorAll(".role-mark *")]
    .map((node) => node.__data__?.mark)
    .find(Boolean);
  /** @type {ChartRow[]} */
  const rows = [];
  // The tables of ui/draw/figure.py, by their names; the others are Vega's own. A view inherits those of its chart.
  const tables = mark?.group.context.data ?? {};
  for (const part in tables) {
    if (/^root$|^(source|data|layer|concat|faceted)_|_marks$/.test(part)) continue;
    rows.push(...(tables[part].values?.value ?? []).map((row) => ({ part, ...row })));
  }
  const head = [...new Set(rows.flatMap(Object.keys))].filter(
    (name) => name !== "do" && rows.some((row) => row[name] ?? false),
  );
  const cell = (/** @type {unknown} */ value) =>
    `"${String(value ?? "")
      .replace(/^(?:[=@\t\r\n＝＋－＠]|[+-](?!\d+(?:\.\d+)?(?:e-?\d+)?$))/, "'$&")
      .replaceAll('"', '""')}"`;
  return [head, ...rows.map((row) => head.map((name) => row[name]))]
    .map((row) => `${row.map(cell)}\r\n`)
    .join("");
}
