import { courier } from "../courier.js";
import { Kept } from "../dom.js";
import { atSession } from "../run.js";

// The room of a class on its lecturer's screen (ui/room/wall.py): code and QR code, the number of answers, and the questions
// before something that cannot be undone. The room's secret is kept in this browser only, for all of its tabs, and never in
// the address. It is replaced only when the server has taken the new one. A cookie holds the code without the secret: a page
// that is loaded draws no score before its tab has told the secret, because the class may be asked for that score.

const ROOM = "rankbook-room";
const held = new Kept(ROOM); // { code, secret } of the room that this browser holds
const handed = new Kept("rankbook-offers"); // of those that another device hands over, until the server has answered
const MOST_OFFERS = 5;
/**
 * @typedef {{ code: string, secret: string }} Room
 * @typedef {Room & { replaces: string }} Offer of a room: the secret there, which a new one replaces
 */

/** @param {Kept} kept */
function readJson(kept) {
  try {
    return JSON.parse(kept.get() ?? "null");
  } catch {
    return null;
  }
}
/**
 * @param {Kept} kept
 * @param {unknown} value
 */
const writeJson = (kept, value) => kept.set(value ? JSON.stringify(value) : null);
/** @returns {Room | null} */
const heldRoom = () => readJson(held);

/**
 * The rooms that are handed over to this browser.
 * @returns {Offer[]}
 */
export const offers = () => readJson(handed) ?? [];
/**
 * Keep the newest of some offers, and no other ones.
 * @param {Offer[]} kept
 */
export function keepOffers(kept) {
  writeJson(handed, kept.length ? kept.slice(-MOST_OFFERS) : null);
}
/**
 * Keep the room that this browser holds from now on.
 * @param {Room} room
 */
export function holdRoom(room) {
  writeJson(held, room);
  markRoom(room.code);
}
/**
 * Forget the rooms of these secrets, and no other one.
 * @param {string[]} secrets
 */
export function forgetRooms(secrets) {
  keepOffers(offers().filter(({ secret }) => !secrets.includes(secret)));
  if (!secrets.includes(heldRoom()?.secret ?? "")) return;
  writeJson(held, null);
  markRoom("");
}
/** @param {string} code */
function markRoom(code) {
  const path = new URL(".", location.href).pathname;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `rankbook_room=${code}; path=${path}; SameSite=Lax; max-age=${code ? 86400 : 0}${secure}`;
}
// Another device hands the room over behind #, which no browser sends with a request. The server checks what stands
// there: anybody can write such a link. The same link opened twice offers the same new secret.
if (location.hash.startsWith("#room=")) {
  const [code, replaces] = location.hash.slice("#room=".length).split(".");
  history.replaceState(history.state, "", location.pathname + location.search);
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)));
  const secret = btoa(bytes).replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=/g, "");
  const isNew = !offers().some((offer) => offer.code === code && offer.replaces === replaces);
  if (isNew) keepOffers([...offers(), { code, replaces, secret }]);
}
const resume = () => {
  const room = heldRoom();
  if (!room) markRoom("");
  courier.act("room", {
    ...(room ? { do: "room_resume", ...room } : { do: "room_none" }),
    unasked: true,
  });
};
// After a reload, and after the server was started anew.
atSession(() => {
  if (heldRoom() || document.cookie.includes("rankbook_room=")) resume();
  for (const offer of offers()) courier.act("room", { do: "room_take", ...offer, unasked: true });
});
addEventListener("storage", ({ key, newValue }) => {
  // another tab has opened a room, or taken one over
  if (key === ROOM && newValue) resume();
});
