export default rankbookMount;
