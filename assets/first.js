import { MAIN, there } from "./streamlit.js";

// A page's question and list come before its code, to be read (ui/parts/frame.py). They go when its own are there, or when
// its own have not come long after its title.

const LONG_MS = 10000;
const first = document.getElementById("first");

/** Return whether the list that came first is still shown. */
export const isFirstShown = () => Boolean(first?.isConnected);

export const removeFirst = () => first?.remove();

if (first) {
  there(`${MAIN} h1`).then(() => setTimeout(removeFirst, first.querySelector("ol") ? LONG_MS : 0));
}
