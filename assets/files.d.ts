// What the type checker cannot know by itself. It checks: tsc --project assets

// What a module may import beside modules (rooms/bundle.py).
declare module "*.html" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.json" {
  const value: Record<string, string>;
  export default value;
}

// What the page's head defines (ui/core/served.py).
declare function rankbookMount(part: unknown): unknown;
declare function rankbookPost(part: unknown): unknown;

// What our selectors find, and what our listeners hear from, is HTML. An event of the window or the document has no
// element: there our code asks `target.closest?.(…)`.
interface Element {
  readonly style: CSSStyleDeclaration;
  readonly dataset: DOMStringMap;
  readonly offsetParent: Element | null;
  readonly offsetTop: number;
  readonly offsetHeight: number;
  readonly offsetWidth: number;
  checked: boolean;
  disabled: boolean;
  hidden: any;
  href: string;
  onsubmit: (() => void) | null;
  open: boolean;
  popoverTargetElement: Element | null;
  value: any; // of a list item a number
  blur(): void;
  click(): void;
  focus(options?: FocusOptions): void;
}
interface EventTarget {
  readonly dataset: DOMStringMap;
  readonly firstElementChild: Element | null;
  readonly previousElementSibling: Element | null;
  ariaLabel: string | null;
  ariaValueMax: any;
  ariaValueNow: any;
  ariaValueText: string | null;
  maxLength: number;
  open: boolean;
  textContent: string | null;
  value: any;
  click(): void;
  closest(selectors: string): Element | null;
  matches(selectors: string): boolean;
  querySelector(selectors: string): Element | null;
}
// A number is written as its digits.
interface ARIAMixin {
  ariaValueMax: any;
  ariaValueMin: any;
  ariaValueNow: any;
}
