export default (/** @type {unknown} */ part) => rankbookMount(part);
