import { courier, Timers } from "./courier.js";
import { holding } from "./holding.js";
import { changePage, checkAddresses, heldBack, PageChange } from "./streamlit.js";

// From page to page. A message that is sent after Streamlit has requested another page and before that arrives names the
// old page, and would bring it back. So every change of the page pauses the courier.

const NAVIGATION_MS = 5000; // longest pause of the queue during a change of the page

/** @param {string} url */
const pathOf = (url) => new URL(url || ".", location.href).pathname.replace(/\/$/, "");
const here = () => pathOf(location.href);

let shownPath = here(); // path of the page that Python drew last
let paused = false;
let arrival = 0; // number of the last Back or Forward
let leaving = false; // Back or Forward has begun, and the browser still shows the old address
let again = false; // Streamlit must request the page once more when the new address is there
/** @type {(() => void) | null} */
let flush = null; // makes Streamlit send the outbox that it was given, if that is delayed
const timers = new Timers();

function pause() {
  paused = true;
  courier.pause();
  timers.later("navigation", NAVIGATION_MS, resume);
}

function resume() {
  paused = leaving = false;
  timers.later("navigation", null);
  courier.resume();
  flush?.();
  flush = null;
  courier.sendPreview();
}

/** Forget the last Back or Forward: a restarted server counts anew. */
export function forgetArrival() {
  arrival = 0;
}

/**
 * Note the page that Python has drawn; return whether it is another one than before.
 * @param {string} page
 */
export function arriveAt(page) {
  const isOther = pathOf(page) !== shownPath;
  shownPath = pathOf(page);
  return isOther;
}

/** Go on to send, if no change of the page is on its way. */
export function resumeIfThere() {
  if (!paused || (!leaving && here() === shownPath && arrival <= courier.taken)) resume();
}

/**
 * Go to an address, or make Streamlit load the current one, after all that it has yet to send.
 * @param {string} [href]
 */
export function navigate(href) {
  pause();
  setTimeout(changePage, 0, href);
}

/**
 * Have the screen of an address drawn.
 * @param {{ pathname: string, search: string }} address
 */
export const actArrive = ({ pathname, search }) =>
  courier.act("address", { do: "arrive", query: search, page: pathname.split("/").at(-1) });

// Back and Forward become actions, too. Streamlit gets the outbox before the popstate event, so that both go in its
// request for the page; a separate message would name the old page.
/** @param {URL | Location} address */
function arrive(address) {
  for (const hand of [...holding]) hand.giveUp();
  pause();
  const number = actArrive(address);
  if (!courier.canSend()) return;
  arrival = number;
  courier.handOver((give) => {
    flush = heldBack(give) ?? flush;
    again = !flush; // Streamlit was sending already
  });
  if (again && !leaving) navigate();
}

// In Chromium only the Navigation API is early enough: a capturing listener to popstate has no precedence there.
const { navigation } = globalThis;
navigation?.addEventListener("navigate", ({ navigationType, destination }) => {
  leaving = navigationType === "traverse" && destination.sameDocument;
  if (leaving) arrive(new URL(destination.url));
});
addEventListener(
  "popstate",
  (event) => {
    if (event instanceof PageChange) return;
    leaving = false;
    if (!navigation) arrive(location);
    else if (again) navigate();
  },
  true,
);

// An answer that writes an address while Back is on its way would cancel it, or delete the entries of Forward.
checkAddresses(() => !leaving && (!paused || arrival <= courier.taken));
