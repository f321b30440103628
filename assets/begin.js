// The code of boards and controls looks for Streamlit's elements. It is loaded beside Streamlit's, and may come first.
await new Promise((drawn) => {
  const watch = new MutationObserver(look);
  function look() {
    if (!document.querySelector(".stElementContainer")) return;
    watch.disconnect();
    drawn();
  }
  watch.observe(document.body, { subtree: true, childList: true });
  look();
});
