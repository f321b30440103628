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
