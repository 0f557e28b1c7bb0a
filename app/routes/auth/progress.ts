import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

export type Progress = {
  /** The form is on its way, and if it was accepted, so is the page that comes next. */
  pending: boolean;
  /** The server is asked who this is. */
  checking: boolean;
};

export function useProgress(): Progress {
  const { state, formMethod } = useNavigation();
  const { state: asking, revalidate } = useRevalidator();
  useEffect(() => {
    // Brought back from the browser's memory, the page may be older than a sign-in.
    const recheck = ({ persisted }: PageTransitionEvent) => {
      if (persisted) revalidate();
    };
    window.addEventListener('pageshow', recheck);
    return () => {
      window.removeEventListener('pageshow', recheck);
    };
  }, [revalidate]);
  const sent = formMethod === 'POST';
  return {
    pending: state !== 'idle' && sent,
    checking: (state === 'loading' && !sent) || asking === 'loading',
  };
}
