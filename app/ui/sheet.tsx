/**
 * Loads the whole style sheet after the page is usable. A document contains only the rules of its own page, so later
 * content (another page, a dialog, a lazy component) waits for the sheet.
 */
import { useMatches } from '@remix-run/react';
import { lazy, useEffect, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';

/** Milliseconds. Without the sheet a page looks wrong, but waiting forever would be worse. */
const LONGEST_WAIT = 10_000;
const NEXT_TRY = 2_000;

let isThere = false;
let said: () => void = () => undefined;
const there = new Promise<void>((resolve) => {
  said = resolve;
});

function noteSheet(): void {
  isThere = true;
  said();
}

/** Resolves when the whole sheet is loaded, or takes too long. The server does not wait. */
export const wholeSheet = () => (typeof document === 'undefined' ? Promise.resolve() : there);

/** @param href undefined when the document contains the whole sheet. */
export function WholeSheet({ href }: { href: string | undefined }) {
  const hydrated = useHydrated();
  const [tries, setTries] = useState(1);
  useEffect(() => {
    if (!href) noteSheet();
    const timer = window.setTimeout(noteSheet, LONGEST_WAIT);
    return () => {
      window.clearTimeout(timer);
    };
  }, [href]);
  const tryAgain = () => {
    setTimeout(() => {
      setTries(tries + 1);
    }, NEXT_TRY);
  };
  if (!href || !hydrated) return null;
  return <link key={tries} rel="stylesheet" href={href} onLoad={noteSheet} onError={tryAgain} />;
}

const Waiting = lazy(async () => {
  await there;
  return { default: () => null };
});

/**
 * Keeps the present page until the next one can be shown with its rules.
 * @param cameWith the routes of the document.
 */
export function StyledPage({ cameWith }: { cameWith: string[] | undefined }) {
  const isNew = useMatches().some(({ id }) => cameWith?.includes(id) === false);
  return !isThere && isNew && <Waiting />;
}
