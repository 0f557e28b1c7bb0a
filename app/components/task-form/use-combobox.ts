/** Keys and focus of a field with suggestions (WAI-ARIA combobox with automatic selection). */
import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react';
import type { SuggestedPlace } from '~/domain/network/accounts/schema';
import { isSameName, placeInName } from '~/domain/network/accounts/address';

type Props = {
  value: string;
  onType: (text: string) => void;
  /** @param isPicked true for a choice by hand; false when the text is the exact name of the place. */
  onChoose: (place: SuggestedPlace, isPicked: boolean) => void;
  onPicked?: (() => void) | undefined;
  isWanted: (place: SuggestedPlace) => boolean;
};

const CLOSE_AFTER_BLUR_MS = 200;
const NONE = -1;

export function useCombobox({ value, onType, onChoose, onPicked, isWanted }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const suggestions = useSuggestions(isOpen ? value : null);
  const places = suggestions.shown?.filter(isWanted) ?? null;
  const found = places ?? [];
  /** True while it is unknown if the typed text names a place. */
  const isUnsettled = useRef(false);
  /** Set when Enter came before the suggestions: the field waits for them, or the request failed. */
  const [enter, setEnter] = useState<'waits' | 'unanswered' | null>(null);
  const latest = useRef(value);
  latest.current = value;
  const blur = useRef<number>();
  useEffect(
    () => () => {
      window.clearTimeout(blur.current);
    },
    [],
  );

  const close = () => {
    setOpen(false);
    setActive(0);
  };
  const choose = (place: SuggestedPlace, isPicked = true) => {
    isUnsettled.current = false;
    onChoose(place, isPicked);
    close();
  };
  const pick = (place: SuggestedPlace) => {
    choose(place);
    onPicked?.();
  };
  const highlighted = isOpen ? found[active] : undefined;

  /**
   * Enter came before the suggestions. It chooses the first suggestion when they arrive, or sends the form without one.
   */
  const waitAndAccept = async (input: HTMLInputElement) => {
    if (enter === 'waits') return;
    setEnter('waits');
    const all = await suggestions.ask(value);
    if (latest.current !== value) return;
    setEnter(all ? null : 'unanswered');
    if (!all) return;
    isUnsettled.current = false;
    const [first] = all.filter(isWanted);
    const isHere = document.activeElement === input;
    if (first && isHere) pick(first);
    // The person has left the field: do not move their focus or replace a typed address.
    else if (first) choose(first, false);
    else if (isHere) input.form?.requestSubmit(input.form.querySelector<HTMLElement>('[data-main]'));
  };

  const pressEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    const isUnknown =
      isOpen && isUnsettled.current && suggestions.answered(value) === null && enter !== 'unanswered';
    if (!highlighted && !(isUnknown && places === null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (highlighted) pick(highlighted);
    else void waitAndAccept(event.currentTarget);
  };

  /** A text that is the name of exactly one place chooses that place. */
  const settle = (text: string, all: SuggestedPlace[]) => {
    const [exact, ...others] = all.filter((place) => isWanted(place) && isSameName(place.name, text));
    if (exact && others.length === 0 && latest.current === text) choose(exact, false);
  };
  const settleWhenLeft = () => {
    if (!isUnsettled.current || value.trim() === '') return;
    isUnsettled.current = false;
    const known = suggestions.answered(value);
    if (known) settle(value, known);
    else
      void suggestions.ask(value).then((all) => {
        settle(value, all ?? []);
      });
  };

  return {
    places,
    found,
    active,
    isOpen,
    isShown: isOpen && found.length > 0,
    enter,
    setActive,
    pick,
    events: {
      onChange: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
        const text = currentTarget.value;
        onType(text);
        setEnter(null);
        // A restored draft changes the field without focus. It must not open the list.
        if (document.activeElement !== currentTarget) return;
        isUnsettled.current = true;
        setOpen(text.trim() !== '');
        setActive(0);
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        const { key, altKey, shiftKey } = event;
        if (key === 'ArrowUp' && altKey) close();
        else if (key === 'ArrowDown' || key === 'ArrowUp') {
          event.preventDefault();
          setOpen(value.trim() !== '');
          if (isOpen && !altKey) setActive(stepFrom(active, key === 'ArrowDown' ? 1 : -1, found.length));
        } else if (key === 'Enter') pressEnter(event);
        else if (key === 'Escape' && isOpen) {
          event.preventDefault();
          event.stopPropagation();
          close();
        } else if (key === 'Tab') {
          if (highlighted && !shiftKey) choose(highlighted);
          else close();
        }
        // These keys move in the text, so no suggestion stays active.
        else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActive(NONE);
      },
      onFocus: () => {
        window.clearTimeout(blur.current);
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        // The whole window has lost the focus, so the person has not left the field.
        if (document.activeElement === event.currentTarget) return;
        settleWhenLeft();
        blur.current = window.setTimeout(close, CLOSE_AFTER_BLUR_MS);
      },
    },
  };
}

/** The next suggestion in a circle. Without an active one it starts at either end. */
function stepFrom(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return 0;
  return active === NONE && step < 0 ? count - 1 : (active + step + count) % count;
}

const DEBOUNCE_MS = 120;
const SUGGESTIONS = 8;
const FRESH_MS = 10_000;

type Answer = { places: SuggestedPlace[]; at: number };

type Suggestions = {
  /** Null while there is nothing to show, even when requests fail: the field accepts any text. */
  shown: SuggestedPlace[] | null;
  /** The server's answer to this text, or null. */
  answered: (text: string) => SuggestedPlace[] | null;
  /** The server's answer, requested at once if necessary; null when the request fails or times out. */
  ask: (text: string) => Promise<SuggestedPlace[] | null>;
};

/**
 * Places whose names contain the text. The field keeps its answers, so that deleting a letter needs no request. Older
 * answers are shown and requested again, because there may be new accounts.
 */
function useSuggestions(text: string | null): Suggestions {
  const answers = useRef(new Map<string, Answer>());
  const [, setAnswered] = useState(0);
  const key = keyOf(text ?? '');
  const answered = (other: string) => answers.current.get(keyOf(other))?.places ?? null;
  const store = (query: string, places: SuggestedPlace[]) => {
    answers.current.set(query, { places, at: performance.now() });
    setAnswered((count) => count + 1);
  };
  const running = useRef<{ query: string; places: Promise<SuggestedPlace[]> }>();
  /** The last text that `ask` was called with. Its request continues when the list closes. */
  const awaited = useRef<string>();
  const fetchOnce = (query: string, signal?: AbortSignal) => {
    if (running.current?.query === query) return running.current.places;
    const places = fetchPlaces(query, signal).finally(() => {
      if (running.current?.places === places) running.current = undefined;
    });
    running.current = { query, places };
    return places;
  };
  useEffect(() => {
    const known = answers.current.get(key);
    if (key === '' || (known && performance.now() - known.at < FRESH_MS)) return;
    const gone = new AbortController();
    const timer = window.setTimeout(() => {
      fetchOnce(key, gone.signal).then(
        (places) => {
          store(key, places);
        },
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      window.clearTimeout(timer);
      if (awaited.current !== key) gone.abort();
    };
  }, [key]);
  const ask = async (other: string) => {
    const known = answered(other);
    const query = keyOf(other);
    if (known ?? query === '') return known ?? [];
    awaited.current = query;
    try {
      const places = await fetchOnce(query);
      store(query, places);
      return places;
    } catch {
      return null;
    }
  };
  const shown = key === '' ? null : (answered(key) ?? narrowed(answers.current, key));
  return { shown, answered, ask };
}

const keyOf = (text: string) => text.trim().toLowerCase();

/** Places of a shorter text's answer that still match, shown until the answer arrives. */
function narrowed(answers: Map<string, Answer>, key: string): SuggestedPlace[] | null {
  for (let length = key.length - 1; length > 0; length -= 1) {
    const known = answers.get(key.slice(0, length).trimEnd())?.places;
    const fitting = known?.filter(({ name }) => placeInName(name, key) >= 0) ?? [];
    if (known) return fitting.length > 0 ? fitting : null;
  }
  return null;
}

async function fetchPlaces(search: string, signal?: AbortSignal): Promise<SuggestedPlace[]> {
  const query = new URLSearchParams({ search, limit: String(SUGGESTIONS) });
  const response = await fetch(`/api/places?${query}`, { signal: signal ?? null });
  if (!response.ok) throw new Error(`HTTP ${String(response.status)}`);
  return (await response.json()) as SuggestedPlace[];
}
