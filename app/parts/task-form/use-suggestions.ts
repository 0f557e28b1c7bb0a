import { useEffect, useRef, useState } from 'react';
import type { AccountName } from '~/domain/accounts/schema';

const DEBOUNCE_MS = 120;
const SUGGESTIONS = 8;

/**
 * Accounts whose name begins with the text; null while there is nothing to say, also when nobody answers: the field takes
 * any text. Answers are kept as long as the field is there, so that going back a letter asks nobody.
 */
export function useSuggestions(text: string | null): AccountName[] | null {
  const answers = useRef(new Map<string, AccountName[]>());
  const [, setAnswered] = useState(0);
  const key = (text ?? '').trim().toLowerCase();
  useEffect(() => {
    if (key === '' || answers.current.has(key)) return;
    const gone = new AbortController();
    const timer = window.setTimeout(() => {
      fetchAccounts(key, gone.signal).then(
        (accounts) => {
          answers.current.set(key, accounts);
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
  return answers.current.get(key) ?? narrowed(answers.current, key);
}

/** Until the answer is there: what still fits of a shorter text's. */
function narrowed(answers: Map<string, AccountName[]>, key: string): AccountName[] | null {
  for (let length = key.length - 1; length > 0; length -= 1) {
    const known = answers.get(key.slice(0, length).trimEnd());
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
