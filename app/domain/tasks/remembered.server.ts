/** Answers that hold as long as the lists they were read from keep their version. The version itself is always asked for. */

type Remembered = { version: number; body: Uint8Array };

const MOST = 50;
const answers = new Map<string, Remembered>();

/** @param version read before `make` reads: what changes in between gets another one. */
export async function remembered(
  key: string,
  version: number,
  make: () => Promise<string>,
): Promise<Uint8Array> {
  const known = answers.get(key);
  if (known?.version === version) return known.body;
  const body = new TextEncoder().encode(await make());
  answers.delete(key);
  answers.set(key, { version, body });
  const [oldest] = answers.keys();
  if (answers.size > MOST && oldest !== undefined) answers.delete(oldest);
  return body;
}
