import { Kept } from "./dom.js";

// What a reader wants less of: single-key shortcuts, motion, thin bars. It is set in the sidebar (ui/parts/frame.py) and kept
// in this browser, so a phone in a room of the same server honours it, too.

export const lessSheet = new CSSStyleSheet(); // stops all motion, in the page and in the shadow roots that adopt it
export const less = { keys: false, motion: false }; // whether the reader wants none of them

const KEY = "rankbook-less";
const kept = new Kept(KEY); // "keys", "motion", "bars", joined by spaces
const CALM = matchMedia("(prefers-reduced-motion: reduce)"); // the same wish, set in the system
// The menus of a phone are moved by the scrolling itself (assets/page.css).
const STILL =
  ":not(header), ::before, ::after { animation: none !important; transition: none !important; }";
/** @type {string[]} */
let names = [];

function apply() {
  names = (kept.get() ?? "").split(" ").filter(Boolean);
  less.keys = names.includes("keys");
  less.motion = names.includes("motion") || CALM.matches;
  lessSheet.replaceSync(less.motion ? STILL : "");
  document.documentElement.classList.toggle("large-bars", names.includes("bars"));
  dispatchEvent(new Event("rankbook-less"));
}
const boxes = () => document.querySelectorAll("[data-less]");
const show = () =>
  boxes().forEach((box) => {
    box.checked = names.includes(box.dataset.less ?? "");
  });

document.addEventListener("toggle", show, true); // Streamlit writes the boxes anew with each page, folded
document.addEventListener("change", ({ target }) => {
  if (!target?.matches?.("[data-less]")) return;
  kept.set(
    [...boxes()]
      .filter((box) => box.checked)
      .map((box) => box.dataset.less)
      .join(" "),
  );
  apply();
});
addEventListener("storage", ({ key }) => {
  // another tab has changed it
  if (key !== KEY) return;
  apply();
  show();
});
CALM.addEventListener("change", apply);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, lessSheet];
apply();
