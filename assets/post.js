// The component that passes messages between courier.js and Python. It is drawn last in every run, so acknowledged
// actions are on the page already.
const engine = new Promise((resolve) => {
  const arrived = () => resolve(globalThis.rankbook);
  if (globalThis.rankbook) arrived();
  else globalThis.addEventListener("rankbook-engine", arrived, { once: true });
});

export default async function ({ parentElement, data, setStateValue }) {
  const line = parentElement.querySelector("[role=status]");
  if (!line.matches(":popover-open")) line.showPopover();
  (await engine).post(data, setStateValue, line);
}
