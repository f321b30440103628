// Copies the address of the page, which holds the whole screen.
export default function ({ parentElement }) {
  const button = parentElement.querySelector("button");
  const status = parentElement.querySelector("[role=status]");
  button.onclick = async () => {
    const told = (await copied(location.href)) ? "Link copied" : "Copy it from the address bar";
    button.textContent = status.textContent = told;
    setTimeout(() => { button.textContent = "Copy link"; status.textContent = ""; }, 2500);
  };
}

// The clipboard needs https or localhost; a class server on plain http has the older way only.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.body.appendChild(document.createElement("textarea"));
    area.value = text;
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
