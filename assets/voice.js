// What a screen reader is told of the page: one live region, outside everything that Streamlit rebuilds or hides.

const VOICE_MS = 250; // until a sentence is announced: among many changes of the page Orca drops it

const voice = document.createElement("div");
voice.setAttribute("role", "status");
voice.className = "voice";
document.body.append(voice);

let place = voice; // where it is heard

/** Let a live region tell what follows: that of an open dialog, beside which nothing is heard; none (null) for the page's. */
export function speakIn(region) {
  place = region ?? voice;
}

let announced = 0; // number of the last announced sentence
let lines = []; // those to announce
let timer;

/** Announce a new sentence, even if its text equals the last one. */
export function announce([number, sentence]) {
  if (number === announced) return;
  announced = number;
  const line = document.createElement("p");
  line.textContent = sentence;
  lines.push(line);
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!place.isConnected) place = voice; // the dialog went with its control
    place.replaceChildren(...lines);
    lines = [];
  }, VOICE_MS);
}
