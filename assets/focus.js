// The focus is never lost: Streamlit builds elements anew, takes them away, or disables them for a moment, and what had the
// focus then leaves it to nobody, which sends who works by keys back to the start of the page.

/** Give the focus to the page's title, which is so read out: another page has come, or another list. */
function focusTitle() {
  const title = document.querySelector("h1");
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
  setTimeout(() => { if (document.activeElement === document.body) document.querySelector("h1")?.focus(); }, 300);
}

let focusPath = []; // what had the focus last, and all around it
document.addEventListener("focusin", (event) => { focusPath = event.composedPath(); }, true);

/** Where what had the focus has gone: focus what is called the same, or is the first in its place. */
function focusLost() {
  if (document.activeElement !== document.body || !focusPath.length) return;
  const [lost] = focusPath;
  if (lost.isConnected && !lost.matches(":disabled")) return; // left by the reader
  if (lost.matches("h1")) {
    focusTitle();
    return;
  }
  const called = (node) => node.ariaLabel ?? node.textContent;
  const place = focusPath.find((node) => node.isConnected && node !== lost) ?? document.body;
  const stops = [...place.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider]")];
  const next = stops.find((node) => node.tagName === lost.tagName && called(node) === called(lost)) ?? stops[0];
  if (next && place !== document.body) next.focus({ preventScroll: true });
  else focusTitle();
}

// In front of a hall the arrow keys lead through the page: what the mouse or a finger has set does not keep them.
// Space is the next slide then, and not a second press of a button.
const SLIDERS = "input:is([type=range], [type=radio]), [role=slider]";
const BUTTONS = `${SLIDERS}, [role=radio], button:not(.grip)`;
let pointed = false;
addEventListener("pointerdown", () => { pointed = true; }, true);
addEventListener("keydown", () => { pointed = false; }, true);
for (const [event, kinds] of [["pointerup", SLIDERS], ["click", BUTTONS], ["input", "select"]]) {
  addEventListener(event, () => {
    setTimeout(() => {
      let at = document.activeElement;
      while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      if (!pointed || !at.matches(kinds) || !document.querySelector(".presenting")) return;
      focusPath = []; // it is not lost
      at.blur();
    });
  }, true);
}

new MutationObserver((changes) => {
  for (const { target } of changes) {
    if (target === focusPath[0] && !target.disabled && document.activeElement === document.body) target.focus();
  }
}).observe(document.body, { subtree: true, attributeFilter: ["disabled"] });
