/** Any other path below /api: JSON, never a page. */
const nothing = () => Response.json({ error: 'There is no such call' }, { status: 404 });

export { nothing as action, nothing as loader };
