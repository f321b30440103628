// The triangle of pairs (ui/pictures/pairs.py). The cell that is pointed at says what it is; with the keys all cells are
// one slider, whose value is the cell that was chosen. A cell names its two documents, so that it lights them (lit.js).
{
  const SAID = {
    wrong: (high, low) => `Wrong: rank ${low} is better than rank ${high}`,
    right: (high, low) => `Right: rank ${high} is better than rank ${low}`,
    even: (high, low) => `Ranks ${high} and ${low} are as good as each other`,
    none: (high, low) => `Of ranks ${high} and ${low}, not both are judged`,
  };
  const place = ({ style: { gridRowStart, gridColumnStart } }) => [Number(gridRowStart), Number(gridColumnStart)];

  /** Say what a cell is; return it in words. */
  function say(pairs, cell) {
    const [low, high] = place(cell);
    const said = SAID[cell.classList[0]](high, low);
    pairs.querySelector("p > span").textContent = said;
    return said;
  }

  document.addEventListener("pointerover", ({ target }) => {
    const cell = target.closest?.(".pairs i");
    if (cell) say(cell.closest(".pairs"), cell);
  });

  document.addEventListener("keydown", (event) => {
    const pairs = event.target.closest?.(".pairs");
    if (!pairs || event.altKey || event.ctrlKey || event.metaKey) return;
    const chosen = pairs.querySelector(".chosen");
    const [low, high] = chosen ? place(chosen) : [2, 1];
    const to = {
      ArrowUp: [low - 1, high], ArrowDown: [low + 1, high], ArrowLeft: [low, high - 1], ArrowRight: [low, high + 1],
      Home: [2, 1], End: [pairs.querySelectorAll(":scope > span > b").length, 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const cells = [...pairs.querySelectorAll("i")];
    const next = cells.find((cell) => `${place(cell)}` === `${chosen ? to : [2, 1]}`) ?? chosen;
    chosen?.classList.remove("chosen");
    next.classList.add("chosen");
    pairs.ariaValueNow = cells.indexOf(next) + 1;
    pairs.ariaValueText = say(pairs, next);
    pairs.dataset.doc = next.dataset.doc;
    pairs.dispatchEvent(new FocusEvent("focusin", { bubbles: true })); // it is another pair that is lit
  });

  document.addEventListener("focusout", ({ target }) => {
    if (!target.matches?.(".pairs")) return;
    delete target.dataset.doc;
    target.querySelector(".chosen")?.classList.remove("chosen");
  });
}
