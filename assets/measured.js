// What a style sheet cannot measure. `--stuck`: how much of the page's top is covered by what stays in sight, so that the
// keys reach nothing below it. `--above`: how high the names of a picture's columns are, for the board beside it, so
// that bars and cards stay level however the names break. `--high`: what the window has left below them, for the rows of a
// list that is presented.
let remeasure; // to be called when a run has drawn, for Streamlit puts new elements in the place of old ones
{
  const BARS = ["bar", "score", "readers", "notices"].map((key) => `.st-key-${key}`).join();
  const ROWS = ".st-key-queries, .st-key-pairs"; // that are no picture
  const INSTEAD = ".printed > ol, .st-key-hall_chart [data-testid=stElementContainer]:last-child"; // what stands beside a board in the place of a picture
  const observed = new WeakSet();
  const sizes = new ResizeObserver(measure);

  function measure() {
    const covered = [...document.querySelectorAll(BARS)].map(({ parentElement: bar }) => {
      const { position, top } = getComputedStyle(bar);
      return position === "sticky" && bar.offsetHeight ? parseFloat(top) + bar.offsetHeight : 0;
    });
    document.querySelector(".stMain")?.style.setProperty("--stuck", `${Math.ceil(Math.max(0, ...covered))}px`);
    for (const picture of document.querySelectorAll(".picture")) {
      const ranks = picture.querySelector(".ranks");
      const block = ranks.offsetParent && picture.closest("[data-testid=stHorizontalBlock]");
      block?.style.setProperty("--above", `${ranks.offsetTop}px`);
      block?.style.setProperty("--high", `${below(ranks)}px`);
    }
    for (const list of document.querySelectorAll(INSTEAD)) {
      list.closest("[data-testid=stHorizontalBlock]")?.style.setProperty("--high", `${below(list)}px`);
    }
    for (const rows of document.querySelectorAll(ROWS)) rows.style.setProperty("--high", `${below(rows)}px`);
  }

  /** Pixels from the top of something to the foot of the window, before anything is scrolled. */
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
    relight(); // and what was said of the last data is not true of these
    untell();
  };
  addEventListener("resize", measure);
}
