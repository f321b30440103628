export default async ({ parentElement, data }) => (await rankbookEngine).mount(parentElement, data);
