const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a text as markup, also for the value of an attribute. */
export const textOf = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
