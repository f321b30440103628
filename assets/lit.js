// Pointing at a card, a bar, a term of the formula or a row of the table, or giving it the focus, lights what else stands
// for the same document. One style sheet names the document, for the page and for the boards' shadow roots: so what is
// drawn anew meanwhile is lit as well, and no ring outlives its document.
const litSheet = new CSSStyleSheet();
{
  let lit = null;
  const docOf = (path) => path.find((node) => node.dataset?.doc)?.dataset.doc ?? null;

  function light(doc) {
    if (doc === lit) return;
    lit = doc;
    // What stands for several documents lights each of them, and what stands for the same several; a line between two
    // lists, that joins what is the same in both, lights with either end, and lights both.
    const each = (doc ?? "").split(" ").filter(Boolean);
    const joins = each.map((one) => `[data-same][data-doc~="${CSS.escape(one)}"]`);
    const joined = each.length ? [...document.querySelectorAll(joins)].flatMap((line) => line.dataset.doc.split(" ")) : [];
    const named = new Set([doc, ...each, ...joined]);
    const same = `:is(${[...[...named].map((one) => `[data-doc="${CSS.escape(one)}"]`), ...joins]})`;
    litSheet.replaceSync(doc === null ? "" : `
      ${same} { outline: 3px solid var(--primary); outline-offset: 1px; border-radius: 6px; }
      ${same}:not(.card) { background-color: color-mix(in srgb, var(--primary) 14%, transparent); }`);
  }
  // Not when the page moves under a resting pointer, as it does when the focus scrolls it.
  for (const event of ["pointermove", "pointerdown", "focusin"]) {
    document.addEventListener(event, (happened) => light(docOf(happened.composedPath())), true);
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, litSheet];
}
