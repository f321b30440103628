// Streamlit sends a component's script with every change of its data. The code of boards and controls is large, so the page
// loads it once (ui/core/served.py). This short script goes with the data. Either may arrive first.
const engine = new Promise((resolve) => {
  const arrived = () => resolve(globalThis.rankbook);
  if (globalThis.rankbook) arrived();
  else globalThis.addEventListener("rankbook-engine", arrived, { once: true });
});

// Streamlit calls this on mount, when `data` or the theme changes, and runs the returned cleanup at unmount.
export default async function ({ parentElement, data }) {
  return (await engine).mount(parentElement, data);
}
