// Heights that a style sheet cannot measure, in pixels. `--stuck`: height of the sticky elements at the top, so that no
// focused element scrolls below them. `--above`: height of the headings of a picture's columns, for the board beside it, so
// that bars and cards stay level however the headings wrap. `--high`: height of the window below a presented list's headings.
// The class "crammed" says that a formula has too little room below the lowest cards of a presented list.
let remeasure; // called after each run, because Streamlit replaces elements
{
  const BARS = ".st-key-bar, .st-key-score, .st-key-readers, .st-key-notices, .stHtml:has(> .verdict)";
  const ROWS = ".st-key-queries, .st-key-pairs, .st-key-cards"; // rows without a picture
  const INSTEAD = ".printed > ol, .st-key-hall_chart [data-testid=stElementContainer]:last-child"; // elements beside a board instead of a picture
  const observed = new WeakSet();
  const sizes = new ResizeObserver(measure);

  function measure() {
    const covered = [...document.querySelectorAll(BARS)].map(({ parentElement: bar }) => {
      const { position, top } = getComputedStyle(bar);
      return position === "sticky" && bar.offsetHeight ? parseFloat(top) + bar.offsetHeight : 0;
    });
    document.querySelector(".stMain")?.style.setProperty("--stuck", `${Math.ceil(Math.max(0, ...covered))}px`);
    const page = getComputedStyle(document.documentElement);
    const [end, formula, vote, least] = ["--end", "--formula", "--vote", "--roomy"].map((name) => parseFloat(page.getPropertyValue(name)));
    let isCrammed = false;
    for (const picture of document.querySelectorAll(".picture")) {
      const ranks = picture.querySelector(".ranks");
      const block = ranks.offsetParent && picture.closest("[data-testid=stHorizontalBlock]");
      block?.style.setProperty("--above", `${ranks.offsetTop}px`);
      block?.style.setProperty("--high", `${below(ranks)}px`);
      const needed = end + formula + vote + 0.4 + least * picture.style.getPropertyValue("--rows");
      if (block) isCrammed ||= below(ranks) < needed * parseFloat(page.fontSize);
    }
    document.documentElement.classList.toggle("crammed", isCrammed);
    for (const list of document.querySelectorAll(INSTEAD)) {
      const block = list.closest("[data-testid=stHorizontalBlock]");
      // In a narrow window it is below the board, whose height would change its place, and so on without end.
      const isBeside = block && list.getBoundingClientRect().left > block.getBoundingClientRect().left + 1;
      block?.style.setProperty("--high", isBeside ? `${below(list)}px` : "");
    }
    for (const rows of document.querySelectorAll(ROWS)) rows.style.setProperty("--high", `${below(rows)}px`);
  }

  /** Pixels from the top of an element to the foot of the window, if nothing is scrolled. */
  function below(node) {
    const { scrollTop } = document.querySelector(".stMain");
    return Math.floor(innerHeight - node.getBoundingClientRect().top - scrollTop);
  }

  remeasure = () => {
    for (const { parentElement } of document.querySelectorAll(`${BARS}, ${ROWS}, ${INSTEAD}, .picture, .st-key-preset`)) {
      if (observed.has(parentElement)) continue;
      observed.add(parentElement);
      sizes.observe(parentElement);
    }
    if (document.documentElement.classList.contains("presenting")) measure(); // a vote needs room, too
    relight(); // ranks and labels may have changed
    untell();
  };
  addEventListener("resize", measure);
}
