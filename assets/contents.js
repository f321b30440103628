// The table of contents, and what else is written as a link in it: the links take the address of the moment along, which
// holds the reader's whole screen, so that Python need not write them anew after every edit.
{
  const linkOf = ({ target }) => target.closest?.("nav[aria-label=Chapters] a");

  /** Give a link the query of now, before the browser follows, copies or opens it. */
  const bringAlong = (event) => {
    const link = linkOf(event);
    if (link) link.search = location.search;
  };
  for (const event of ["pointerdown", "focusin", "click"]) document.addEventListener(event, bringAlong, true);

  /** Change the page as the browser's Back and Forward do, which Streamlit answers without a new visit. */
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.pathname !== location.pathname) rankbook.navigate(link.href);
    if (innerWidth < 768) document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
  });

  // Lines of code can be taken along.
  document.addEventListener("click", async ({ target }) => {
    if (!target.matches?.("[data-copy]")) return;
    if (await copied(target.previousElementSibling.textContent)) target.textContent = "Copied";
    setTimeout(() => { target.textContent = "Copy"; }, 2000);
  });

  // A link to a field, by the group of controls it is in.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-field]");
    if (!link) return;
    event.preventDefault();
    for (const each of document.querySelectorAll(`.st-key-${link.dataset.field} *`)) each.shadowRoot?.querySelector("input")?.focus();
  });

  // An invitation in a text is a link to what it says: `#do=` and an action. Streamlit would open it in another tab.
  document.addEventListener("click", (event) => {
    const [, change] = event.target.closest?.('a[href^="#do="]')?.hash.split("#do=") ?? [];
    if (!change) return;
    event.preventDefault();
    event.stopPropagation();
    const action = JSON.parse(decodeURIComponent(change));
    rankbook.act("text", action);
    // Another list, or a goal for it, stands at the top of the page.
    if (!/preset|take_on|puzzle/.test(action.do)) return;
    document.querySelector('[data-testid="stMain"]').scrollTo({ top: 0 });
    focusTitle();
  }, true);

  // Where such a link was copied, or opened in another tab, the page does what it says once it is there.
  const [, invited] = location.hash.split("#do=");
  if (invited) {
    history.replaceState(history.state, "", location.pathname + location.search);
    try {
      rankbook.act("text", JSON.parse(decodeURIComponent(invited)));
    } catch { /* a link that was cut off: the page is there all the same */ }
  }
}
