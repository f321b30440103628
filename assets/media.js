// What kind of screen this is: the conditions of board.css, controls.css and page.css, by name.

/** The bars of the documents stand in their cards: there is no room for them beside the list. */
export const ONE_COLUMN = matchMedia(
  "(max-width: 640px), (pointer: coarse) and (max-width: 1100px)",
);
/** In front of a hall, a screen so small shows the phone's page. */
export const SMALL = matchMedia("(width <= 640px), (pointer: coarse) and (height < 480px)");
/** A focused field would open a keyboard over the page. */
export const COARSE = matchMedia("(pointer: coarse)");
/** The table of contents would hide most of the page. */
export const CRAMPED = matchMedia("(pointer: coarse) and (max-width: 1100px)");
/** The table of contents would hide all of the page. */
export const PHONE = matchMedia(
  "(pointer: coarse) and (width < 768px), (pointer: coarse) and (height < 480px)",
);
/** There is room for page and table of contents on no such window, whatever points. */
export const NARROW = matchMedia("(width < 768px), (height < 480px)");
/** A mouse: the reader's machine is likely to be fast. */
export const FINE = matchMedia("(pointer: fine)");
