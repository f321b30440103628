import { courier } from "./courier.js";
import { dropFailedUploads, isTextArea } from "./streamlit.js";

// What a reader brings to a page: files, and text.

const MOST_SIGNS = 200_000; // of a text; a list has fewer, and a message to the server may have ten times as many

// The browser cuts what is longer, and Python says what a list may have. A message that is too long ends the connection.
addEventListener("focusin", ({ target }) => {
  if (target && isTextArea(target)) target.maxLength = MOST_SIGNS;
});

// Of a failed upload, Streamlit shows the number of the error alone, at the file's name. So the name goes, and Python says
// what a reader can do.
const { open } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (
  /** @type {string} */ method,
  /** @type {[any, any?, any?, any?]} */ ...rest
) {
  const ended = () => {
    if (this.status >= 200 && this.status < 300) return;
    courier.act("text", { do: "upload_failed", status: this.status });
    setTimeout(() => {
      // Streamlit shows it in this task
      dropFailedUploads();
    });
  };
  if (method.toUpperCase() === "PUT") {
    this.addEventListener("load", ended);
    this.addEventListener("error", ended);
  }
  return open.call(this, method, ...rest);
};
