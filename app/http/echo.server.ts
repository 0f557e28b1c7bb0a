/** Limits the input that is returned with a refused form, so that large forms can't fill the memory. */
const MOST_BYTES = 64 * 1_024;
/** The overhead of a field in bytes: its name, quotes and brackets. */
const BESIDES = 80;

/**
 * Names of fields that are not returned: passwords, and the longest fields if all together are too large. A page
 * contains each value twice, in its field and in the data for its JavaScript. Both are counted.
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
  // The value is a JSON string within a JSON string within a script.
  const asData =
    Buffer.byteLength(JSON.stringify(JSON.stringify(text))) + 5 * (text.match(/[&<>]/g)?.length ?? 0);
  return asHtml + asData + BESIDES;
}
