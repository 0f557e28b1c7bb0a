/** One line of `npm run doctor`. */
export type Finding = {
  about: string;
  /**
   * `warning`: it works today but may not later. `wrong`: it keeps the application, or a part of it, from
   * working.
   */
  state: 'ok' | 'warning' | 'wrong';
  /** The finding in words. */
  text: string;
  /** The next step of an operator. */
  advice?: string;
};

export const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text });

export const warning = (about: string, text: string, advice: string): Finding => ({
  about,
  state: 'warning',
  text,
  advice,
});

export const wrong = (about: string, text: string, advice: string): Finding => ({
  about,
  state: 'wrong',
  text,
  advice,
});

/** A network error often has its reason in its cause only. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
