import { useNavigation, useRevalidator, type ClientActionFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';
import { isConnectionFailure } from '~/ui/connection';
import type { answerForm } from './actions.server';

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

const NO_CONNECTION = 'There is no connection to the server. Nothing was sent; please try again.';

/** Without a connection the form stays as it is and says so. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction<typeof answerForm>();
  } catch (error) {
    if (!isConnectionFailure(error)) throw error;
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    return {
      redirectTo: text('redirectTo'),
      draft: text('draft'),
      lastResult: { status: 'error' as const, error: { '': [NO_CONNECTION] } },
    };
  }
}
