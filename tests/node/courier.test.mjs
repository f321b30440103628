// The queue of actions, with a clock of its own: nothing here waits.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { ALL, Courier, TEXT } from "../../assets/courier.js";

let courier;
let sent; // the messages, as Streamlit gets them
const deliver = (name, text) => {
  assert.equal(name, "outbox");
  sent.push(JSON.parse(text));
};
const receive = (ack, session = "s") => courier.receive({ session, ack }, deliver);
const numbers = () => sent.at(-1).actions.map(({ seq }) => seq);
const pass = (ms) => {
  now += ms;
  mock.timers.tick(ms);
};
let now;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  now = 10_000;
  mock.method(performance, "now", () => now);
  courier = new Courier();
  sent = [];
});

test("what is done before Streamlit can send is sent when it can", () => {
  courier.act("a", { do: "undo" });
  assert.deepEqual(sent, []);
  receive(0);
  courier.sendRest();
  assert.deepEqual(sent.at(-1).actions, [{ do: "undo", seq: 1, by: "a" }]);
});

test("the queue is sent whole, and repeated ever later, until it is acknowledged", () => {
  receive(0);
  courier.act("a", { do: "undo" });
  courier.act("b", { do: "redo" });
  assert.deepEqual(numbers(), [1, 2]);
  for (const [ms, messages] of [
    [1999, 2],
    [1, 3],
    [3999, 3],
    [1, 4],
    [8000, 5],
  ]) {
    pass(ms);
    assert.equal(sent.length, messages, `after ${ms}`);
  }
  assert.equal(sent.at(-1).repeats, 3);
  receive(1);
  pass(2000);
  assert.deepEqual(numbers(), [2]);
  receive(2);
  pass(100_000);
  assert.equal(sent.length, 6);
  assert.equal(courier.busy(), false);
});

test("number and sender are ours, and what is no action is not queued", () => {
  receive(0);
  courier.act("link", { do: "undo", seq: 9000, by: "a" });
  assert.deepEqual(sent.at(-1).actions, [{ do: "undo", seq: 1, by: "link" }]);
  const endless = { do: "undo" };
  endless.of = endless;
  for (const wrong of [{}, null, "undo", { do: 1 }, endless]) courier.act("link", wrong);
  assert.deepEqual(numbers(), [1]);
});

test("a sender's data lacks its actions until it has answered", () => {
  receive(0);
  courier.act("a", { do: "undo" });
  assert.equal(courier.pending("a"), true);
  assert.equal(courier.pending("b"), false);
  courier.answered("a", 1);
  assert.equal(courier.pending("a"), false);
});

test("of previews only the newest is sent, at the pace of the server", () => {
  receive(0);
  courier.preview("a", { do: "move", to: 1 });
  assert.equal(sent.at(-1).preview.to, 1);
  courier.preview("a", { do: "move", to: 2 });
  courier.preview("a", { do: "move", to: 3 });
  pass(150);
  courier.answered("a", 1); // took 150 ms, so the next may be sent 300 ms after the first
  pass(149);
  assert.equal(sent.length, 1);
  pass(1);
  assert.deepEqual(sent.at(-1).preview, { do: "move", to: 3, by: "a", seq: 2 });
});

test("a preview without an answer holds the next one back for two seconds", () => {
  receive(0);
  courier.preview("a", { do: "move", to: 1 });
  courier.preview("a", { do: "move", to: 2 });
  pass(1999);
  assert.equal(sent.length, 1);
  pass(1);
  assert.equal(sent.at(-1).preview.to, 2);
});

test("an action takes the place of its preview, and a cancelled drag ends it", () => {
  receive(0);
  courier.preview("a", { do: "move", to: 1 });
  courier.cancel("a");
  assert.deepEqual(sent.at(-1).preview, { seq: 2, by: "a", do: "cancel" });
  courier.cancel("a");
  assert.equal(sent.length, 2);
  courier.act("a", { do: "move", to: 1 });
  assert.equal(sent.at(-1).preview, null);
});

test("nothing is sent in a pause, but by hand", () => {
  receive(0);
  courier.pause();
  courier.act("a", { do: "undo" });
  courier.preview("a", { do: "move", to: 1 });
  pass(100_000);
  assert.deepEqual(sent, []);
  courier.handOver();
  assert.deepEqual(numbers(), [1]);
  courier.act("a", { do: "redo" });
  courier.resume();
  assert.deepEqual(numbers(), [1, 2]);
});

test("a missing answer is told once, and its coming, too", () => {
  const told = [];
  receive(0);
  courier.onSilence = (isSilent) => told.push(isSilent);
  courier.act("a", { do: "undo" });
  pass(2999);
  assert.deepEqual(told, [false]);
  pass(1);
  assert.deepEqual(told, [false, true]);
  receive(1);
  assert.deepEqual(told, [false, true, false]);
});

test("a server that was started anew is told that actions are lost, and counts from one", () => {
  const begun = [];
  courier.onSession = (isFirst) => begun.push(isFirst);
  receive(0);
  courier.act("a", { do: "undo" });
  receive(0, "t");
  assert.deepEqual(begun, [true, false]);
  assert.deepEqual(sent.at(-1).actions, [{ do: "lost", seq: 1, by: "post" }]);
  receive(1, "t");
  courier.act("address", { do: "arrive" });
  receive(0, "u");
  assert.equal(courier.busy(), false); // the address is read anyway
});

test("a depth is asked for once, and with every message", () => {
  receive(0);
  courier.ask(TEXT);
  courier.ask(TEXT);
  assert.equal(sent.length, 1);
  courier.ask(ALL);
  courier.act("a", { do: "undo" });
  assert.deepEqual(
    sent.map(({ depth }) => depth),
    [1, 2, 2],
  );
  assert.equal(courier.lacks(1), true);
  assert.equal(courier.lacks(2), false);
});
