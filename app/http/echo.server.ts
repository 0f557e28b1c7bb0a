/** How much of a form comes back with its refusal: what people type, and not what is sent to fill our memory. */
const MOST_BYTES = 64 * 1_024;
/** Around each: its name, quotes and brackets. */
const BESIDES = 80;

/**
 * Names of the fields that do not come back: passwords, and the longest where all together are too many bytes. What is
 * counted is what a page has of them, in its fields and once more in what its JavaScript begins with.
 */
export function notEchoed(form: Iterable<[string, FormDataEntryValue]>): Set<string> {
  const bytes = new Map<string, number>();
  for (const [name, value] of form)
    bytes.set(
      name,
      (bytes.get(name) ?? 0) + written(name) + (typeof value === 'string' ? written(value) : 0),
    );
  const left = new Set<string>();
  let sum = 0;
  for (const [name, more] of [...bytes].sort(([, a], [, b]) => a - b)) {
    sum += more;
    if (sum > MOST_BYTES || /password/i.test(name)) left.add(name);
  }
  return left;
}

function written(text: string): number {
  if (text.length > MOST_BYTES) return Infinity;
  const asHtml = Buffer.byteLength(text) + 5 * (text.match(/[&<>"']/g)?.length ?? 0);
  // A string in a string in a script.
  const asData =
    Buffer.byteLength(JSON.stringify(JSON.stringify(text))) + 5 * (text.match(/[&<>]/g)?.length ?? 0);
  return asHtml + asData + BESIDES;
}
