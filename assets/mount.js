export default (part) => rankbookMount(part);
