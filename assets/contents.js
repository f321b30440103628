// Links of the table of contents and in texts. The table's links get the current query, which holds the reader's whole
// screen, when they are used. So Python need not write them again after every edit.

/** Return the query of the reader's screen with a link's own parameters in it. */
function withQuery(own) {
  if (!own) return location.search; // URLSearchParams would spell ~ as %7E
  const query = new URLSearchParams(location.search);
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value);
  return `?${query}`;
}

// The table of contents is the same on all pages, so Python sends only where it stands, and for which page.
{
  const ownSheet = new CSSStyleSheet(); // the styles of one page
  document.adoptedStyleSheets.push(ownSheet);
  const drawContents = () => {
    const place = document.querySelector("[data-contents]:empty");
    if (!place) return;
    const page = place.dataset.contents;
    place.innerHTML = TEXTS["contents.html"];
    place.querySelector(`nav a[href="${page || "."}"]`)?.setAttribute("aria-current", "page");
    ownSheet.replaceSync(STYLES[page] ?? "");
    document.getElementById("own")?.remove(); // those that came with the page
  };
  new MutationObserver(drawContents).observe(document.body, { subtree: true, childList: true });
  drawContents();
}

let reopen; // opens the answers that a reader has opened; called when the page may have drawn them anew
{
  const opened = new Set(); // their questions
  const ANSWERS = ".stMarkdown details";
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!target.matches(ANSWERS)) return;
      const question = target.firstElementChild.textContent;
      if (target.open) opened.add(question);
      else opened.delete(question);
    },
    true,
  );
  reopen = () => {
    for (const answer of document.querySelectorAll(ANSWERS)) {
      if (opened.has(answer.firstElementChild.textContent)) answer.open = true;
    }
  };

  const linkOf = ({ target }) =>
    target.closest?.(
      "nav[aria-label=Chapters] a, .ways a:not([href^='#']), .stMarkdown a:not([href*=':'], [href^='#'])",
    );
  const ownQuery = new WeakMap(); // of each link, as it is written: "?show=ndcg", or ""

  /** Give a link the current query, with its own, before the browser follows, copies or opens it. */
  const addQuery = (event) => {
    const link = linkOf(event);
    if (!link) return;
    if (!ownQuery.has(link)) ownQuery.set(link, link.search);
    link.search = withQuery(ownQuery.get(link));
  };
  for (const event of ["pointerdown", "focusin", "click"])
    document.addEventListener(event, addQuery, true);

  /** Change the page as the browser's Back and Forward do: Streamlit then keeps the session. A query of the link's own
      changes the screen, too, which Undo takes back. */
  function follow(link, own) {
    if (own)
      rankbook.act("address", {
        do: "arrive",
        query: link.search,
        page: link.pathname.split("/").at(-1),
      });
    rankbook.navigate(link.href);
  }
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.pathname !== location.pathname) follow(link, ownQuery.get(link));
    closeOnPhone();
  });
  const closeSidebar = () =>
    document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
  const closeOnPhone = () => {
    if (innerWidth < 768 || innerHeight < 480) closeSidebar();
  };

  // Streamlit opens the table of contents on every screen of 768 pixels or more, also when a phone is turned, unless the
  // reader has closed it. A tablet and a phone on its side have no room for it. A phone forgets that it was opened.
  const CLOSED = "stSidebarCollapsed-";
  const CRAMPED = matchMedia("(pointer: coarse) and (max-width: 1100px)");
  const PHONE = matchMedia(
    "(pointer: coarse) and (width < 768px), (pointer: coarse) and (height < 480px)",
  );
  function closeWhereCramped() {
    try {
      const chosen = localStorage.getItem(CLOSED);
      if (!CRAMPED.matches || chosen === "true" || (chosen && !PHONE.matches)) return;
      localStorage.setItem(CLOSED, "true");
      if (!document.querySelector('[data-testid="stExpandSidebarButton"]')) closeSidebar();
    } catch {
      // this browser stores nothing: the reader closes it
    }
  }
  CRAMPED.addEventListener("change", closeWhereCramped);
  closeWhereCramped();
  document.addEventListener("click", ({ target }) => {
    // the page beneath takes no taps (assets/page.css)
    if (
      !PHONE.matches ||
      target.closest?.('[data-testid="stSidebar"], [data-testid="stExpandSidebarButton"], .stMain')
    )
      return;
    closeSidebar();
  });

  // Streamlit calls the button of each upload "Upload": it gets the name of what it takes.
  new MutationObserver(() => {
    for (const button of document.querySelectorAll(
      '[data-testid="stFileUploader"] button:not([aria-label])',
    )) {
      if (!button.textContent.endsWith("Upload")) continue; // the one that takes a file away
      const upload = button.closest('[data-testid="stFileUploader"]');
      const label = upload.querySelector("label").textContent.trim();
      button.ariaLabel = `Upload: ${label}`;
      upload.querySelector("input").ariaLabel = label;
    }
  }).observe(document.body, { childList: true, subtree: true });

  // The search. Its index (ui/parts/search.py) is fetched when somebody searches. Words are found in any order, without
  // regard to capitals, accents, an s at their end, and z for s. Titles and names come before other words, and whole words
  // before beginnings of words. A letter alone is a whole word, and so is a name with a cutoff: "p@" for P@5 and P@k.
  // Words such as "vs" and "of" are left out if others remain.
  const fold = (text) =>
    (
      text
        .toLowerCase()
        .normalize("NFKD")
        .replace(/\p{M}|['’]s?(?!\p{L})/gu, "")
        .replace(/@(\d+|k)(?![\p{L}\p{N}])/gu, "@ ")
        .replace(/z/g, "s")
        .match(/[\p{L}\p{N}]+@?/gu) ?? []
    ).map((word) => word.replace(/(?<=.{3})s(?=@?$)/, ""));
  const wordsOf = (text) => [
    ...new Set(
      fold(text).flatMap((word) => (word.endsWith("@") ? [word, word.slice(0, -1)] : [word])),
    ),
  ];
  const LITTLE = new Set(
    fold(
      "a an and are by do does for how in is of on or the to versus vs what when which why with",
    ),
  );
  const MOST = 40;
  const boxOf = (node) => node.closest?.("[role=search]");
  let index, folded; // the entries, and their words

  async function fetchIndex(box) {
    if (index) return;
    box.ariaBusy = true;
    try {
      index = await (await fetch(new URL("search.json", import.meta.url))).json();
      folded = index.map(([, title, names, more]) => [wordsOf(`${title} ${names}`), wordsOf(more)]);
    } catch {
      // no connection: the next word that is typed tries again
    }
    box.ariaBusy = false;
    drawResults(box, box.querySelector("input").value);
  }

  /** How far a word is from those of an entry: 0 for one of its names, Infinity if it has none like it. */
  function distance(word, [names, more]) {
    if (names.includes(word)) return 0;
    if (more.includes(word)) return 1;
    const uncut = word.endsWith("@") && word.slice(0, -1);
    const begins = (other) => (uncut ? other === uncut : word.length > 1 && other.startsWith(word));
    return names.some(begins) ? 2 : more.some(begins) ? 3 : Infinity;
  }

  function find(words) {
    const typed = fold(words);
    const telling = typed.filter((word) => !LITTLE.has(word));
    const wanted = telling.length ? telling : typed;
    const rated = folded.map((entry, at) => {
      const first = index[at][0].startsWith("Step") ? 1.5 : 0; // what explains a word comes before a list that has it
      return [wanted.reduce((sum, word) => sum + distance(word, entry), first), at];
    });
    const found = rated.filter(([far]) => wanted.length && far < Infinity);
    return found.sort(([a, i], [b, j]) => a - b || i - j).map(([, at]) => index[at]);
  }

  function drawResults(box, words) {
    const found = index ? find(words) : [];
    const links = found.slice(0, MOST).map(([kind, title, , , place, shown]) => {
      const item = document.createElement("li");
      const link = item.appendChild(document.createElement("a"));
      link.href = place || ".";
      ownQuery.set(link, link.search);
      if (!kind.startsWith("Step")) link.search = withQuery(link.search); // a step has a whole screen of its own
      link.dataset.shown = shown || "h1";
      link.append(title, Object.assign(document.createElement("small"), { textContent: kind }));
      return item;
    });
    box.querySelector("ul").replaceChildren(...links);
    const count = `${found.length} result${found.length === 1 ? "" : "s"}`;
    box.querySelector("p").textContent = !words.trim()
      ? ""
      : !index
        ? "Rankbook’s server does not answer. Type on, and it is asked again."
        : !found.length
          ? "Nothing here has all of these words; try fewer, or a shorter one."
          : found.length > MOST
            ? `${count}, the first ${MOST} are shown`
            : count;
  }

  let revealing; // the timer of what follows, until the reader acts
  for (const act of ["pointerdown", "keydown", "wheel"]) {
    document.addEventListener(act, () => clearTimeout(revealing), { capture: true, passive: true });
  }

  /** Show what a result is about as soon as the page has it: open what is folded around it, and focus it. The page may
      still draw, and focus its title, so this is repeated. */
  function reveal(shown, until = Date.now() + 8000, again = 4) {
    const main = document.querySelector('[data-testid="stMain"]');
    const byClass = shown === "h1" || shown.startsWith(".");
    const nodes = [...main.querySelectorAll(byClass ? shown : "summary, h2, td, th")];
    const node = nodes.find((each) => byClass || each.textContent.trim().startsWith(shown));
    if (!node) main.querySelector(".st-key-further > * > details:not([open]) > summary")?.click(); // its text is sent when it opens
    if (!node) {
      if (Date.now() < until) revealing = setTimeout(reveal, 150, shown, until, again);
      return;
    }
    const stop = node.matches("summary") ? node : (node.querySelector("summary, h2") ?? node);
    const at = document.activeElement;
    const ours = at === stop || at === node; // whose title may have come since
    if (again < 4 && at && !ours && !at.matches("body, h1, [role=search] *")) return; // the reader went on
    for (let fold = stop.closest("details"); fold; fold = fold.parentElement.closest("details"))
      fold.open = true;
    if (stop.tabIndex < 0) stop.tabIndex = -1;
    stop.focus({ preventScroll: true });
    stop.scrollIntoView({ block: "start" });
    if (again) revealing = setTimeout(reveal, 500, shown, until, again - 1);
  }

  function leaveSearch(box) {
    box.querySelector("input").value = "";
    drawResults(box, "");
    closeOnPhone();
  }
  document.addEventListener("input", ({ target }) => {
    const box = boxOf(target);
    if (box && index) drawResults(box, target.value);
    else if (box) fetchIndex(box);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (boxOf(target)) fetchIndex(boxOf(target));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[role=search] a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const {
      href,
      dataset: { shown },
    } = link;
    leaveSearch(boxOf(link));
    if (href !== location.href) follow(link, ownQuery.get(link));
    revealing = setTimeout(
      reveal,
      href.split("?")[0] === location.href.split("?")[0] ? 0 : 600,
      shown,
    );
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const box = boxOf(event.target);
      if (event.key === "/" && !box && !less.keys) {
        // from anywhere but a field that takes text
        const at = event.composedPath()[0];
        const isTyping = at.matches?.(
          "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable=true]",
        );
        if (isTyping || event.ctrlKey || event.metaKey || at.closest?.("dialog")) return;
        event.preventDefault();
        const closed = document.querySelector('[data-testid="stExpandSidebarButton"]');
        const focus = () => document.querySelector("[role=search] input")?.focus();
        closed?.click();
        if (closed) setTimeout(focus, 100);
        else focus();
      } else if (box && ["ArrowDown", "ArrowUp"].includes(event.key)) {
        const stops = [box.querySelector("input"), ...box.querySelectorAll("a")];
        const next = stops[stops.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
        event.preventDefault();
        next?.focus();
      } else if (box && event.key === "Enter" && event.target.matches("input")) {
        box.querySelector("a")?.click();
      } else if (box && event.key === "Escape") {
        box.querySelector("input").value = "";
        drawResults(box, "");
        box.querySelector("input").focus();
      }
    },
    true,
  ); // before our controls, which keep single letters from Streamlit

  // Escape folds the settings, and the menu that saves a chart.
  document.addEventListener("keydown", ({ key, target }) => {
    const open = key === "Escape" && target.closest?.("details:is(.less, .save)[open]");
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });

  // Copy lines of code.
  document.addEventListener("click", async ({ target }) => {
    if (!target.matches?.("[data-copy]")) return;
    if (await copied(target.previousElementSibling.textContent)) target.textContent = "Copied";
    setTimeout(() => {
      target.textContent = "Copy";
    }, 2000);
  });

  // A link to a field names its group of controls.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-field]");
    if (!link) return;
    event.preventDefault();
    for (const node of document.querySelectorAll(`.st-key-${link.dataset.field} *`))
      node.shadowRoot?.querySelector("input")?.focus();
  });

  // In a text field for a list, Ctrl+Enter presses the button below. Streamlit takes the text at the same key.
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, target }) => {
    if (key !== "Enter" || !(ctrlKey || metaKey) || !target.matches?.(".st-key-data_text textarea"))
      return;
    for (const node of document.querySelectorAll(".st-key-paste *"))
      setTimeout(() => node.shadowRoot?.querySelector("button")?.click());
  });

  // A link in a text to `#do=` and an action sends this action. Streamlit would open it in another tab. Anybody can write
  // such a link, so Python does for the sender "link" only what a page offers as links (ui/core/post.py).
  function actOf(link) {
    try {
      const action = JSON.parse(decodeURIComponent(link.hash.split("#do=")[1]));
      rankbook.act("link", action);
      return action;
    } catch {
      // the link was cut off
      return null;
    }
  }
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest?.('a[href^="#do="]');
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      // These actions change the top of the page.
      if (!/preset|take_on|puzzle/.test(actOf(link)?.do)) return;
      document.querySelector('[data-testid="stMain"]').scrollTo({ top: 0 });
      focusTitle();
    },
    true,
  );

  // Such a link may have the role of a button: then Space does what Enter does.
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches?.('a[role="button"]')) return;
    event.preventDefault();
    event.target.click();
  });

  // A page opened by a copy of such a link sends its action after loading.
  if (location.hash.startsWith("#do=")) {
    const copied = new URL(location.href);
    history.replaceState(history.state, "", location.pathname + location.search);
    actOf(copied);
  }
}
