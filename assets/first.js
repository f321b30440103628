import "./begin.js";

// A page's question and list come before its code, to be read (ui/parts/frame.py). They go when its own are there, or when
// its own have not come long after its title.
const LONG_MS = 10000;
export const first = document.getElementById("first");
if (first) {
  new MutationObserver((_, watch) => {
    if (!document.querySelector('[data-testid="stMain"] h1')) return;
    watch.disconnect();
    setTimeout(() => first.remove(), first.querySelector("ol") ? LONG_MS : 0);
  }).observe(document.body, { subtree: true, childList: true });
}
