/**
 * Repeats a request for a page or dialog until it succeeds, or until the person goes somewhere else. The present page
 * stays.
 */
import { useSyncExternalStore } from 'react';

/** `slow`: no answer yet; `unreachable`: no connection; `unavailable`: a server or proxy answers with 502 to 504. */
export type Held = 'slow' | 'unreachable' | 'unavailable';

/** Thrown by a request when the server can't answer now. */
export class Unavailable extends Error {
  constructor(readonly waitMs: number) {
    super('Unavailable');
  }
}

const SLOW_MS = 1_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;

const states = new Map<object, Held>();
const listeners = new Set<() => void>();

function note(one: object, state: Held | null): void {
  if (state) states.set(one, state);
  else states.delete(one);
  for (const listener of listeners) listener();
}

/** @param signal ends the repetitions when the router goes somewhere else. */
export async function hold<Answer>(ask: () => Promise<Answer>, signal: AbortSignal | null): Promise<Answer> {
  const one = {};
  const slow = window.setTimeout(() => {
    note(one, 'slow');
  }, SLOW_MS);
  try {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await ask();
      } catch (error) {
        if (signal?.aborted || !(error instanceof TypeError || error instanceof Unavailable)) throw error;
        window.clearTimeout(slow);
        note(one, error instanceof Unavailable ? 'unavailable' : 'unreachable');
        await nextChance(error instanceof Unavailable ? error.waitMs : wait, signal);
      }
    }
  } finally {
    window.clearTimeout(slow);
    note(one, null);
  }
}

/** Resolves after a while, or as soon as the browser is online again. */
function nextChance(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end);
    signal?.addEventListener('abort', end);
  });
}

const ORDER: Held[] = ['unreachable', 'unavailable', 'slow'];

function worst(): Held | null {
  const found = new Set(states.values());
  return ORDER.find((each) => found.has(each)) ?? null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useHeld = (): Held | null => useSyncExternalStore(subscribe, worst, () => null);
