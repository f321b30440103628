// Lines between two lists (ui/pictures/slopes.py). The crossing that is pointed at says which ranks it is of; with the keys
// all crossings are one slider, whose value is the one that was chosen. A crossing names the documents of both its lines, so
// that it lights them (lit.js).
{
  /** Say what a crossing is. */
  function tell(slopes, mark) {
    slopes.querySelector(".told").textContent = mark.title;
  }

  document.addEventListener("pointerover", ({ target }) => {
    const mark = target.closest?.(".slopes b");
    if (mark) tell(mark.closest(".slopes"), mark);
  });

  document.addEventListener("keydown", (event) => {
    const slopes = event.target.closest?.(".slopes");
    if (!slopes || event.altKey || event.ctrlKey || event.metaKey) return;
    const chosen = slopes.querySelector(".chosen");
    const marks = [...slopes.querySelectorAll("b")];
    const at = marks.indexOf(chosen);
    const to = {
      ArrowUp: at - 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowRight: at + 1, Home: 0, End: marks.length - 1,
    }[event.key];
    if (to === undefined || !marks.length) return;
    event.preventDefault();
    const next = marks[Math.min(Math.max(to, 0), marks.length - 1)];
    chosen?.classList.remove("chosen");
    next.classList.add("chosen");
    slopes.ariaValueNow = marks.indexOf(next) + 1;
    slopes.ariaValueText = next.title;
    slopes.dataset.doc = next.dataset.doc;
    tell(slopes, next);
    slopes.dispatchEvent(new FocusEvent("focusin", { bubbles: true })); // it is another pair that is lit
  });

  document.addEventListener("focusout", ({ target }) => {
    if (!target.matches?.(".slopes")) return;
    delete target.dataset.doc;
    target.querySelector(".chosen")?.classList.remove("chosen");
  });
}
