const DEBOUNCE_MS = 300;
const TIMEOUT_MS = 5_000;

type Question<Found> = {
  /** The path that answers `{ found }`. */
  path: string;
  /** The names of the fields that the answer depends on. */
  fields: string[];
  more?: Record<string, string>;
  show: (found: Found | null) => void;
  /** Asks for the first values too. */
  asksAtOnce?: true;
};

/**
 * Asks again whenever one of the fields of the form around `place` has changed. A failed request changes nothing.
 * @returns a function that ends this.
 */
export function watchForm<Found>(
  place: HTMLElement | null,
  { path, fields, more = {}, show, asksAtOnce }: Question<Found>,
) {
  const form = place?.closest('form');
  if (!form) return undefined;
  const question = () => {
    const typed = new FormData(form);
    const query = new URLSearchParams(more);
    for (const name of fields) {
      const value = typed.get(name);
      query.set(name, typeof value === 'string' ? value : '');
    }
    return query.toString();
  };
  let lastQuery = asksAtOnce ? '' : question();
  let timer: number | undefined;
  let stopped = false;
  const look = () => {
    const query = question();
    if (query === lastQuery) return;
    lastQuery = query;
    ask<Found>(`${path}?${query}`).then(
      (found) => {
        if (!stopped && query === lastQuery) show(found);
      },
      () => undefined,
    );
  };
  const later = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, DEBOUNCE_MS);
  };
  if (asksAtOnce) later();
  // A chosen account fills in fields without an input event, so the focus events are needed.
  const events = ['input', 'change', 'focusin', 'focusout'];
  for (const event of events) form.addEventListener(event, later);
  return () => {
    stopped = true;
    window.clearTimeout(timer);
    for (const event of events) form.removeEventListener(event, later);
  };
}

async function ask<Found>(address: string): Promise<Found | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`HTTP ${String(response.status)}`);
  return ((await response.json()) as { found: Found | null }).found;
}
