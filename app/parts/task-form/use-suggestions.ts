import { useEffect, useRef, useState } from 'react';
import type { AccountName } from '~/domain/accounts/schema';

const DEBOUNCE_MS = 120;
const SUGGESTIONS = 8;
const FRESH_MS = 10_000;

type Answer = { accounts: AccountName[]; at: number };

/**
 * Accounts whose name begins with the text; null while there is nothing to say, also when nobody answers: the field takes
 * any text. Answers are kept as long as the field is there, so that going back a letter asks nobody; later they are shown
 * and asked for again, as there may be new accounts.
 */
export function useSuggestions(text: string | null): AccountName[] | null {
  const answers = useRef(new Map<string, Answer>());
  const [, setAnswered] = useState(0);
  const key = (text ?? '').trim().toLowerCase();
  useEffect(() => {
    const known = answers.current.get(key);
    if (key === '' || (known && performance.now() - known.at < FRESH_MS)) return;
    const gone = new AbortController();
    const timer = window.setTimeout(() => {
      fetchAccounts(key, gone.signal).then(
        (accounts) => {
          answers.current.set(key, { accounts, at: performance.now() });
          setAnswered((count) => count + 1);
        },
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      window.clearTimeout(timer);
      gone.abort();
    };
  }, [key]);
  if (key === '') return null;
  return answers.current.get(key)?.accounts ?? narrowed(answers.current, key);
}

/** Until the answer is there: what still fits of a shorter text's. */
function narrowed(answers: Map<string, Answer>, key: string): AccountName[] | null {
  for (let length = key.length - 1; length > 0; length -= 1) {
    const known = answers.get(key.slice(0, length).trimEnd())?.accounts;
    const fitting = known?.filter(({ name }) => name.toLowerCase().startsWith(key)) ?? [];
    if (known) return fitting.length > 0 ? fitting : null;
  }
  return null;
}

async function fetchAccounts(search: string, signal: AbortSignal): Promise<AccountName[]> {
  const query = new URLSearchParams({ search, limit: String(SUGGESTIONS) });
  const response = await fetch(`/api/accounts?${query}`, { signal });
  if (!response.ok) throw new Error(`HTTP ${String(response.status)}`);
  return (await response.json()) as AccountName[];
}
