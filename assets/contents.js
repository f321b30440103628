// The table of contents. Its links take the address of the moment along, which holds the reader's whole screen, so that
// Streamlit need not draw them anew after every edit.
export default function ({ parentElement, data }) {
  const nav = parentElement.querySelector("nav");
  nav.replaceChildren(...data.chapters.flatMap(([chapter, pages]) => {
    const list = document.createElement("ul");
    const heading = document.createElement("h2");
    heading.textContent = chapter;
    list.append(...pages.map(([title, path]) => {
      const link = document.createElement("a");
      link.textContent = title;
      link.href = path || ".";
      if (path === data.current) link.setAttribute("aria-current", "page");
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
    return [heading, list];
  }));
  for (const event of ["pointerdown", "focusin", "click"]) nav.addEventListener(event, bringAlong, true);
  nav.onclick = follow;
}

/** Give a link the query of now, before the browser follows, copies or opens it. */
function bringAlong({ target }) {
  if (target.href) target.search = location.search;
}

/** Change the page as the browser's Back and Forward do, which Streamlit answers without a new visit. */
function follow(event) {
  if (!event.target.href || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", event.target.href);
  dispatchEvent(new PopStateEvent("popstate"));
  if (innerWidth < 768) document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
}
