// Pointing at a card, a bar, a term of the formula or a row of the table, or giving it the focus, lights what else stands
// for the same document. One style sheet names the document, for the page and for the boards' shadow roots: so what is
// drawn anew meanwhile is lit as well, and no ring outlives its document.
const litSheet = new CSSStyleSheet();
let relight; // to be called when a document may have another rank than before
{
  let lit = null;
  const docOf = (path) => path.find((node) => node.dataset?.doc)?.dataset.doc ?? docOfMark(path[0]);

  // A mark of a chart says first which rank it is of, or which row of the board: so it stands for that document.
  const cards = () => [...document.querySelectorAll(".st-key-board_a *")]
    .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll("ol > .card") ?? [])]).map((card) => card.dataset.doc);
  function docOfMark(mark) {
    const row = mark.closest?.(".stVegaLiteChart") && mark.ariaLabel?.match(/^(?:Rank|Row|Swap ranks) (\d+)(?::| and)/)?.[1];
    return (row && cards()[row - 1]) ?? null;
  }
  const rowOf = (doc) => cards().indexOf(doc) + 1;

  function light(doc) {
    if (doc === lit) return;
    lit = doc;
    relight();
  }
  relight = () => {
    const doc = lit;
    // What stands for several documents lights each of them, and what stands for the same several; a line between two
    // lists, that joins what is the same in both, lights with either end, and lights both.
    const each = (doc ?? "").split(" ").filter(Boolean);
    const joins = each.map((one) => `[data-same][data-doc~="${CSS.escape(one)}"]`);
    const joined = each.length ? [...document.querySelectorAll(joins)].flatMap((line) => line.dataset.doc.split(" ")) : [];
    const named = new Set([doc, ...each, ...joined]);
    const same = `:is(${[...[...named].map((one) => `[data-doc="${CSS.escape(one)}"]`), ...joins]})`;
    const row = rowOf(doc);
    const marks = [`Rank ${row}:`, `Row ${row}:`, `Swap ranks ${row} and`].map((said) => `[aria-label^="${said}"]`);
    litSheet.replaceSync(doc === null ? "" : `
      .stVegaLiteChart :is(${marks}) { stroke: var(--primary); stroke-width: 3px; stroke-opacity: 1; }
      ${same} { outline: 3px solid var(--primary); outline-offset: 1px; border-radius: 6px; }
      ${same}:not(.card) { background-color: color-mix(in srgb, var(--primary) 14%, transparent); }`);
  };
  // Not when the page moves under a resting pointer, as it does when the focus scrolls it.
  for (const event of ["pointermove", "pointerdown", "focusin"]) {
    document.addEventListener(event, (happened) => light(docOf(happened.composedPath())), true);
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, litSheet];
}
