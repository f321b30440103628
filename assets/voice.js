import { make } from "./dom.js";

// What a screen reader is told: one live region, outside everything that Streamlit rebuilds or hides. The page of a phone
// has its own (rooms/page.py).

const VOICE_MS = 250; // until a sentence of Python's is announced: among many changes of the page Orca drops it

const voice =
  document.getElementById("voice") ??
  document.body.appendChild(make("div", { className: "voice", role: "status" }));

let place = voice; // where it is heard

/**
 * Let a live region tell what follows: that of an open dialog, beside which nothing is heard; none (null) for the page's.
 * @param {HTMLElement | null} region
 */
export function speakIn(region) {
  place = region ?? voice;
}

/** @param {Element[]} lines */
function tell(lines) {
  if (!place.isConnected) place = voice; // the dialog went with its control
  if (lines.length || place.hasChildNodes()) place.replaceChildren(...lines);
}

/** @param {string} sentence */
const lineOf = (sentence) => make("p", { textContent: sentence });

/**
 * Say a sentence at once, even if it equals the last one; "" takes the last one away.
 * @param {string} sentence
 */
export function say(sentence) {
  tell(sentence ? [lineOf(sentence)] : []);
}

let announced = 0; // number of the last announced sentence
/** @type {Element[]} */
let lines = []; // those to announce
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Announce a new sentence of Python's, after those that it has announced just before.
 * @param {[number: number, sentence: string]} said
 */
export function announce([number, sentence]) {
  if (number === announced) return;
  announced = number;
  lines.push(lineOf(sentence));
  clearTimeout(timer);
  timer = setTimeout(() => {
    tell(lines);
    lines = [];
  }, VOICE_MS);
}

/** Whether a sentence is still to be announced, for tests. */
export const speaks = () => lines.length > 0;
