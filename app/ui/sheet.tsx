/**
 * A page comes with the rules that it needs itself. The whole style sheet is loaded once the page answers, and whatever
 * is shown later (another page, a dialog, a component that is loaded when it is needed) waits for it.
 */
import { useMatches } from '@remix-run/react';
import { lazy, useEffect, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';

/** Milliseconds. Without the sheet a page looks wrong; without an end to the waiting it would not come at all. */
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

/** Resolves when the whole sheet is there, or takes too long. The server has nothing to wait for. */
export const wholeSheet = () => (typeof document === 'undefined' ? Promise.resolve() : there);

/** @param href undefined when the page contains it. */
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

/** Keeps what is shown until what comes next can be shown with its rules. @param cameWith routes of the document. */
export function StyledPage({ cameWith }: { cameWith: string[] | undefined }) {
  const isNew = useMatches().some(({ id }) => cameWith?.includes(id) === false);
  return !isThere && isNew && <Waiting />;
}
