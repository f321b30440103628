import { showLabel } from "./charts.js";
import { courier } from "./courier.js";
import { partOf, set } from "./dom.js";
import { ledTo } from "./roving.js";

// Pictures of pairs: the triangle of all pairs (ui/draw/pairs.py), and the crossing lines between two lists
// (pages/rank_agreement/slopes.py). Pointing at a mark shows a sentence on its pair. For the keyboard, all marks are one slider,
// whose value is the chosen mark. A mark names its documents, so that it highlights them (lit.js). Where a pair can be
// swapped, a click or Enter swaps it; a finger's first tap shows the sentence, as in a chart (assets/charts.js).

const PICTURES = ".pairs, .slopes";
const MARKS = ".pairs i, .slopes b";
/** @type {Record<string, (high: number, low: number) => string>} */
const SENTENCES = {
  wrong: (high, low) => `Wrong: rank ${low} is better than rank ${high}`,
  right: (high, low) => `Right: rank ${high} is better than rank ${low}`,
  even: (high, low) => `Ranks ${high} and ${low} are as good as each other`,
  none: (high, low) => `Of ranks ${high} and ${low}, not both are judged`,
};
/** @param {Element} picture */
const marksOf = (picture) => [...picture.querySelectorAll(MARKS)];
/** @param {Element} mark */
const place = ({ style: { gridRowStart, gridColumnStart } }) => [
  Number(gridRowStart),
  Number(gridColumnStart),
];
/**
 * @param {Element[]} cells
 * @param {number[]} to
 */
const inPlace = (cells, to) => cells.find((cell) => `${place(cell)}` === `${to}`);

/** @type {{ name: string | null, place: number[] } | null} */
let kept = null; // the mark chosen before a swap with the keys, to choose again after drawing

/**
 * Show the sentence of a mark, and return it.
 * @param {Element} picture
 * @param {Element} mark
 */
function showSentence(picture, mark) {
  const [low, high] = place(mark);
  const sentence = mark.title || (mark.dataset.said ?? SENTENCES[mark.classList[0]](high, low));
  partOf(picture, ".told, p > span").textContent = sentence;
  return sentence;
}

document.addEventListener("pointerover", ({ target }) => {
  const mark = target?.closest?.(MARKS);
  const picture = mark?.closest(PICTURES);
  if (mark && picture) showSentence(picture, mark);
});

/** @param {Element} cell */
function swap({ dataset }) {
  courier.act("pairs", { do: "swap", list: "a", ids: dataset.swap?.split(" ") });
}

document.addEventListener("click", ({ target }) => {
  const cell = target?.closest?.(".pairs [data-swap]");
  if (cell && !showLabel(cell, true)) swap(cell);
});

/**
 * @param {Element} picture
 * @param {Element} mark
 */
function choose(picture, mark) {
  picture.querySelector(".chosen")?.classList.remove("chosen");
  mark.classList.add("chosen");
  set(picture, {
    ariaValueNow: marksOf(picture).indexOf(mark) + 1,
    ariaValueText: showSentence(picture, mark),
  });
  picture.dataset.doc = mark.dataset.doc;
}

/**
 * Return the cell of a triangle that a key moves to from the chosen one.
 * @param {Element[]} cells
 * @param {Element | null} chosen
 * @param {string} key
 */
function nextCell(cells, chosen, key) {
  const [low, high] = chosen ? place(chosen) : [2, 1];
  const ranks = Math.max(...cells.map((cell) => place(cell)[0]));
  /** @type {Record<string, number[]>} */
  const steps = {
    ArrowUp: [low - 1, high],
    ArrowDown: [low + 1, high],
    ArrowLeft: [low, high - 1],
    ArrowRight: [low, high + 1],
    Home: [2, 1],
    End: [ranks, 1],
  };
  if (!(key in steps)) return null;
  if (!chosen) return inPlace(cells, [2, 1]) ?? null;
  // At the edge of a row the left and right arrows go on to the next one, so they reach all cells.
  const at = cells.indexOf(chosen);
  const beside = { ArrowLeft: cells[at - 1], ArrowRight: cells[at + 1] }[key];
  return inPlace(cells, steps[key]) ?? beside ?? chosen;
}

document.addEventListener("keydown", (event) => {
  const picture = event.target?.closest?.(PICTURES);
  if (!picture || event.altKey || event.ctrlKey || event.metaKey) return;
  const chosen = picture.querySelector(".chosen");
  if (event.key === "Enter" && chosen?.dataset.swap) {
    kept = { name: picture.ariaLabel, place: place(chosen) };
    swap(chosen);
  }
  const marks = marksOf(picture);
  const next = picture.matches(".pairs")
    ? nextCell(marks, chosen, event.key)
    : ledTo(marks, chosen, event.key);
  if (!next) return;
  event.preventDefault();
  choose(picture, next);
  picture.dispatchEvent(new FocusEvent("focusin", { bubbles: true })); // highlights the new pair
});

document.addEventListener("focusin", ({ target }) => {
  if (!kept || !(target instanceof Element) || !target.matches(".pairs:not(:has(.chosen))")) return;
  const cell = target.ariaLabel === kept.name && inPlace(marksOf(target), kept.place);
  if (cell) choose(target, cell);
  kept = null;
});

document.addEventListener("focusout", ({ target }) => {
  if (!(target instanceof Element && target.matches(PICTURES))) return;
  delete target.dataset.doc;
  target.querySelector(".chosen")?.classList.remove("chosen");
});
