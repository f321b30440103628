// The triangle of pairs (ui/pictures/pairs.py). The cell that is pointed at says what it is; with the keys all cells are
// one slider, whose value is the cell that was chosen. A cell names its two documents, so that it lights them (lit.js).
// Where it says that they can be swapped (ui/pictures/swaps.py), a click or Enter does it.
{
  const SAID = {
    wrong: (high, low) => `Wrong: rank ${low} is better than rank ${high}`,
    right: (high, low) => `Right: rank ${high} is better than rank ${low}`,
    even: (high, low) => `Ranks ${high} and ${low} are as good as each other`,
    none: (high, low) => `Of ranks ${high} and ${low}, not both are judged`,
  };
  const place = ({ style: { gridRowStart, gridColumnStart } }) => [Number(gridRowStart), Number(gridColumnStart)];

  let kept = null; // what was chosen in pairs that were swapped with the keys, until they are drawn anew

  /** Say what a cell is; return it in words. */
  function say(pairs, cell) {
    const [low, high] = place(cell);
    const said = cell.dataset.said ?? SAID[cell.classList[0]](high, low);
    pairs.querySelector("p > span").textContent = said;
    return said;
  }

  document.addEventListener("pointerover", ({ target }) => {
    const cell = target.closest?.(".pairs i");
    if (cell) say(cell.closest(".pairs"), cell);
  });

  function swap({ dataset }) {
    rankbook.act("pairs", { do: "swap", list: "a", ids: dataset.swap.split(" ") });
  }

  document.addEventListener("click", ({ target }) => {
    const cell = target.closest?.(".pairs [data-swap]");
    if (cell) swap(cell);
  });

  /** Choose a cell by its place, if there is one, and say it. */
  function choose(pairs, to) {
    const cells = [...pairs.querySelectorAll("i")];
    const chosen = pairs.querySelector(".chosen");
    const next = cells.find((cell) => `${place(cell)}` === `${to}`) ?? chosen;
    if (!next) return;
    chosen?.classList.remove("chosen");
    next.classList.add("chosen");
    pairs.ariaValueNow = cells.indexOf(next) + 1;
    pairs.ariaValueText = say(pairs, next);
    pairs.dataset.doc = next.dataset.doc;
  }

  document.addEventListener("keydown", (event) => {
    const pairs = event.target.closest?.(".pairs");
    if (!pairs || event.altKey || event.ctrlKey || event.metaKey) return;
    const chosen = pairs.querySelector(".chosen");
    if (event.key === "Enter" && chosen?.dataset.swap) {
      kept = { name: pairs.ariaLabel, place: place(chosen) };
      swap(chosen);
    }
    const [low, high] = chosen ? place(chosen) : [2, 1];
    const to = {
      ArrowUp: [low - 1, high], ArrowDown: [low + 1, high], ArrowLeft: [low, high - 1], ArrowRight: [low, high + 1],
      Home: [2, 1], End: [pairs.querySelectorAll(":scope > span > b").length, 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    choose(pairs, chosen ? to : [2, 1]);
    pairs.dispatchEvent(new FocusEvent("focusin", { bubbles: true })); // it is another pair that is lit
  });

  document.addEventListener("focusin", ({ target }) => {
    if (!kept || !target.matches?.(".pairs") || target.querySelector(".chosen")) return;
    if (target.ariaLabel === kept.name) choose(target, kept.place);
    kept = null;
  });

  document.addEventListener("focusout", ({ target }) => {
    if (!target.matches?.(".pairs")) return;
    delete target.dataset.doc;
    target.querySelector(".chosen")?.classList.remove("chosen");
  });
}
