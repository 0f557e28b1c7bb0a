import { useEffect, useRef, useState } from 'react';
import type { SuggestedPlace } from '~/domain/accounts/answers';
import { placeInName } from '~/domain/accounts/address';

const DEBOUNCE_MS = 120;
const SUGGESTIONS = 8;
const FRESH_MS = 10_000;
/** Whoever presses Enter waits no longer than this for an answer. */
const PATIENCE_MS = 2_000;

type Answer = { places: SuggestedPlace[]; at: number };

type Suggestions = {
  /** Null while there is nothing to say, also when nobody answers: the field takes any text. */
  shown: SuggestedPlace[] | null;
  /** What the server has said to this text, if it has. */
  answered: (text: string) => SuggestedPlace[] | null;
  /** The same, asking for it at once if need be; nothing when nobody answers. */
  ask: (text: string) => Promise<SuggestedPlace[]>;
};

/**
 * Places that the text is a name of. Answers are kept as long as the field is there, so that going back a letter asks
 * nobody; later they are shown and asked for again, as there may be new accounts.
 */
export function useSuggestions(text: string | null): Suggestions {
  const answers = useRef(new Map<string, Answer>());
  const [, setAnswered] = useState(0);
  const key = keyOf(text ?? '');
  const answered = (other: string) => answers.current.get(keyOf(other))?.places ?? null;
  const keep = (asked: string, places: SuggestedPlace[]) => {
    answers.current.set(asked, { places, at: performance.now() });
    setAnswered((count) => count + 1);
  };
  useEffect(() => {
    const known = answers.current.get(key);
    if (key === '' || (known && performance.now() - known.at < FRESH_MS)) return;
    const gone = new AbortController();
    const timer = window.setTimeout(() => {
      fetchPlaces(key, gone.signal).then(
        (places) => {
          keep(key, places);
        },
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      window.clearTimeout(timer);
      gone.abort();
    };
  }, [key]);
  const ask = async (other: string) => {
    const known = answered(other);
    const asked = keyOf(other);
    if (known ?? asked === '') return known ?? [];
    try {
      const places = await fetchPlaces(asked, AbortSignal.timeout(PATIENCE_MS));
      keep(asked, places);
      return places;
    } catch {
      return [];
    }
  };
  const shown = key === '' ? null : (answered(key) ?? narrowed(answers.current, key));
  return { shown, answered, ask };
}

const keyOf = (text: string) => text.trim().toLowerCase();

/** Until the answer is there: what still fits of a shorter text's. */
function narrowed(answers: Map<string, Answer>, key: string): SuggestedPlace[] | null {
  for (let length = key.length - 1; length > 0; length -= 1) {
    const known = answers.get(key.slice(0, length).trimEnd())?.places;
    const fitting = known?.filter(({ name }) => placeInName(name, key) >= 0) ?? [];
    if (known) return fitting.length > 0 ? fitting : null;
  }
  return null;
}

async function fetchPlaces(search: string, signal: AbortSignal): Promise<SuggestedPlace[]> {
  const query = new URLSearchParams({ search, limit: String(SUGGESTIONS) });
  const response = await fetch(`/api/places?${query}`, { signal });
  if (!response.ok) throw new Error(`HTTP ${String(response.status)}`);
  return (await response.json()) as SuggestedPlace[];
}
