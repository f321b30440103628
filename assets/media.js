import named from "./media.json";

// What kind of screen this is. Style sheets use the same conditions: `@media (--one-column)`.

/** The bars of the documents stand in their cards: there is no room for them beside the list. */
export const ONE_COLUMN = matchMedia(named["one-column"]);
/** In front of a hall, a screen so small shows the phone's page. */
export const SMALL = matchMedia(named.small);
/** A focused field would open a keyboard over the page. */
export const FINGER = matchMedia(named.finger);
/** The table of contents would hide most of the page. */
export const CRAMPED = matchMedia(named.cramped);
/** The table of contents would hide all of the page, and a finger opens it. */
export const PHONE = matchMedia(named.phone);
/** The table of contents would hide all of the page. */
export const NO_ROOM = matchMedia(named["no-room"]);
/** A mouse: the reader's machine is likely to be fast. */
export const MOUSE = matchMedia(named.mouse);
