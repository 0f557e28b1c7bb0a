import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { Banner } from '~/ui/banner';
import { ClockTime } from '~/ui/time';

const ASK_AGAIN_MS = 10_000;

/** @param at ISO 8601; null when nothing is missing. Until then it asks for the data again. */
export function AsOf({ at }: { at: string | null }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (at === null || state !== 'idle') return;
    const timer = window.setTimeout(revalidate, ASK_AGAIN_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [at, state, revalidate]);
  if (at === null) return null;
  return (
    <Banner tone="info">
      As of <ClockTime iso={at} seconds />. Later changes will appear here shortly.
    </Banner>
  );
}
