// Shared by all that is drawn in the browser, also on a phone in a room (rooms/page.py).

/** Create an element with properties and children. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);
