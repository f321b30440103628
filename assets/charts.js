import { courier } from "./courier.js";
import { download } from "./dom.js";
import { afterRun } from "./run.js";
import { app, CHART } from "./streamlit.js";

// Behaviour of the charts (drawn by Vega): a click on a mark sends its action, the arrow keys choose among such
// marks, and a chart can be saved as it is shown.

const datumOf = (mark) => mark.closest?.(CHART) && mark.__data__?.datum; // Vega stores a mark's row in its element
/** The chart below a title; none while a phone has not loaded it yet. */
const chartAfter = (node) =>
  [...document.querySelectorAll(`${CHART}, .titled`)]
    .find((next) => node.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING)
    ?.closest(CHART);

// A finger cannot hover: the first tap on a mark shows its label at the foot of the window, the second sends its action.
const label = Object.assign(document.createElement("p"), { className: "tapped" });
let isTouch, labelled;
document.addEventListener(
  "pointerdown",
  ({ pointerType }) => {
    isTouch = pointerType === "touch";
  },
  true,
);
/** Show the label of a tapped mark; return whether this was the first tap. */
export const showLabel = (mark, words, change) => {
  const text = isTouch && words;
  const isFirst = text && mark !== labelled;
  labelled = text && mark;
  if (!text) label.remove();
  else app().append(label);
  label.textContent =
    text && change ? `${text.replace(/\.( Click to take .*)?$/, "")}. Tap again to take it.` : text;
  return isFirst;
};

/** Remove the label of a mark, which may be outdated. */
function untell() {
  document.getElementById("vg-tooltip-element")?.classList.remove("visible");
  label.remove();
  labelled = null;
}
afterRun(untell);

/** The mark that a finger meant: the one it touched, or else the nearest that has an action within 12 pixels. */
function meant({ target, clientX: x, clientY: y }) {
  if (!isTouch || datumOf(target)?.do || !target?.closest?.(CHART)) return target;
  const marks = [...target.closest(CHART).querySelectorAll("svg [aria-label]")].filter(
    (mark) => datumOf(mark)?.do,
  );
  const far = (mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  const [nearest, distance] =
    marks.map((mark) => [mark, far(mark)]).sort(([, a], [, b]) => a - b)[0] ?? [];
  return distance <= 12 ? nearest : target;
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (target?.closest?.("[data-swap]")) return;
  const mark = meant(event);
  const change = datumOf(mark)?.do;
  if (!showLabel(mark, datumOf(mark) && mark.ariaLabel, change) && change)
    courier.act("chart", JSON.parse(change));
  const form = target?.closest?.("[data-save]");
  const svg = form && chartAfter(form)?.querySelector("svg");
  if (svg) save(form.dataset.save, svg, form.closest("[data-name]")?.dataset.name);
});

// For the keyboard, the marks of a chart are one slider in its title (ui/draw/figure.py).
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
  if (event.key === "Enter" && chosen) courier.act("chart", JSON.parse(datumOf(chosen).do));
  const [side, step] = STEPS[event.key] ?? [];
  if (!step) return;
  event.preventDefault();
  const places = [...chart.querySelectorAll("svg [aria-label]")]
    .filter((mark) => datumOf(mark)?.do)
    .map((mark) => ({ mark, box: mark.getBoundingClientRect() }));
  const order = side === "x" ? ["x", "y"] : ["y", "x"];
  const marks = places
    .sort((one, other) => order.map((at) => one.box[at] - other.box[at]).find(Boolean) ?? 0)
    .map(({ mark }) => mark);
  const at = Math.max(0, Math.min((chosen ? marks.indexOf(chosen) : -1) + step, marks.length - 1));
  chosen?.classList.remove("chosen");
  marks[at].classList.add("chosen");
  slider.ariaValueMax = marks.length;
  slider.ariaValueNow = at + 1;
  slider.textContent = slider.ariaValueText = marks[at].ariaLabel;
});

async function save(form, svg, name) {
  const text = form === "csv" ? table(svg) : await drawing(svg);
  const type = { csv: "text/csv", svg: "image/svg+xml", png: "image/svg+xml" }[form];
  let file = new Blob([text], { type: `${type};charset=utf-8` });
  if (form === "png") file = await painted(file, svg.getBoundingClientRect());
  download(file, `${name}.${form}`);
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
async function drawing(svg) {
  const copy = svg.cloneNode(true);
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
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** All rows of a chart as CSV: a line is one mark for many. A text that a spreadsheet would run gets a ' in front. */
function table(svg) {
  const mark = [...svg.querySelectorAll(".role-mark *")]
    .map((node) => node.__data__?.mark)
    .find(Boolean);
  const rows = [];
  // The tables of ui/draw/figure.py, by their names; the others are Vega's own. A view inherits those of its chart.
  for (const part in mark?.group.context.data) {
    if (/^root$|^(source|data|layer|concat|faceted)_|_marks$/.test(part)) continue;
    rows.push(
      ...(mark.group.context.data[part].values?.value ?? []).map((row) => ({ part, ...row })),
    );
  }
  const head = [...new Set(rows.flatMap(Object.keys))].filter(
    (name) => name !== "do" && rows.some((row) => row[name] ?? false),
  );
  const cell = (value) =>
    `"${String(value ?? "")
      .replace(/^(?:[=@\t\r\n＝＋－＠]|[+-](?!\d+(?:\.\d+)?(?:e-?\d+)?$))/, "'$&")
      .replaceAll('"', '""')}"`;
  return [head, ...rows.map((row) => head.map((name) => row[name]))]
    .map((row) => `${row.map(cell)}\r\n`)
    .join("");
}
