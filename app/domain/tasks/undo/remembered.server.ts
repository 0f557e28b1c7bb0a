/** Answers that hold as long as the lists they were read from keep their version. The version itself is always asked for. */

/** @param most how many answers to keep; the oldest goes first. */
export function rememberByVersion<Answer>(most: number) {
  const answers = new Map<string, { version: number | string; answer: Answer }>();

  /** @param version read before `make` reads: what changes in between gets another one. */
  return async (key: string, version: number | string, make: () => Promise<Answer>): Promise<Answer> => {
    const known = answers.get(key);
    if (known?.version === version) return known.answer;
    const answer = await make();
    answers.delete(key);
    answers.set(key, { version, answer });
    const [oldest] = answers.keys();
    if (answers.size > most && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}
