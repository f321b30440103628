// Links of the table of contents and in texts. The table's links get the current query, which holds the reader's whole
// screen, when they are used. So Python need not write them again after every edit.
{
  const linkOf = ({ target }) => target.closest?.("nav[aria-label=Chapters] a");

  /** Give a link the current query before the browser follows, copies or opens it. */
  const addQuery = (event) => {
    const link = linkOf(event);
    if (link) link.search = location.search;
  };
  for (const event of ["pointerdown", "focusin", "click"]) document.addEventListener(event, addQuery, true);

  /** Change the page as the browser's Back and Forward do: Streamlit then keeps the session. */
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.pathname !== location.pathname) rankbook.navigate(link.href);
    if (innerWidth < 768) document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
  });

  // Copy lines of code.
  document.addEventListener("click", async ({ target }) => {
    if (!target.matches?.("[data-copy]")) return;
    if (await copied(target.previousElementSibling.textContent)) target.textContent = "Copied";
    setTimeout(() => { target.textContent = "Copy"; }, 2000);
  });

  // A link to a field names its group of controls.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-field]");
    if (!link) return;
    event.preventDefault();
    for (const node of document.querySelectorAll(`.st-key-${link.dataset.field} *`)) node.shadowRoot?.querySelector("input")?.focus();
  });

  // A link in a text to `#do=` and an action sends this action. Streamlit would open it in another tab.
  document.addEventListener("click", (event) => {
    const [, change] = event.target.closest?.('a[href^="#do="]')?.hash.split("#do=") ?? [];
    if (!change) return;
    event.preventDefault();
    event.stopPropagation();
    const action = JSON.parse(decodeURIComponent(change));
    rankbook.act("text", action);
    // These actions change the top of the page.
    if (!/preset|take_on|puzzle/.test(action.do)) return;
    document.querySelector('[data-testid="stMain"]').scrollTo({ top: 0 });
    focusTitle();
  }, true);

  // A page opened by a copy of such a link sends its action after loading.
  const [, copiedAction] = location.hash.split("#do=");
  if (copiedAction) {
    history.replaceState(history.state, "", location.pathname + location.search);
    try {
      rankbook.act("text", JSON.parse(decodeURIComponent(copiedAction)));
    } catch { /* the link was cut off: the page opens without its action */ }
  }
}
