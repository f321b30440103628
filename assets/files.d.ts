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

// What Vega stores in the element of a mark, as far as we read it: the row that it draws, and all tables of its chart.
type ChartRow = { do?: string; [column: string]: unknown };
type ChartTables = Record<string, { values?: { value?: ChartRow[] } }>;
interface Element {
  readonly __data__?: { datum?: ChartRow; mark?: { group: { context: { data: ChartTables } } } };
}

// What our selectors find, and what our listeners hear from, is HTML. An event of the window or the document has no
// element: there our code asks `target?.closest?.(…)`.
interface Element {
  readonly style: CSSStyleDeclaration;
  readonly dataset: DOMStringMap;
  readonly offsetParent: Element | null;
  readonly offsetTop: number;
  readonly offsetHeight: number;
  readonly offsetWidth: number;
  checked: boolean;
  disabled: boolean;
  hidden: HTMLElement["hidden"];
  href: string;
  inert: boolean;
  open: boolean;
  popoverTargetElement: Element | null;
  tabIndex: number;
  title: string;
  blur(): void;
  click(): void;
  focus(options?: FocusOptions): void;
}
interface EventTarget {
  readonly dataset: DOMStringMap;
  readonly firstElementChild: Element | null;
  readonly previousElementSibling: Element | null;
  maxLength: number;
  textContent: string | null;
  click(): void;
  closest(selectors: string): Element | null;
  matches(selectors: string): boolean;
}
