/** Turns an error into a sentence for the user. */
import { isRouteErrorResponse, useLocation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { LinkButton } from './button';
import { isConnectionFailure, useOffline } from './connection';
import { frame } from '~/words/en/frame';
import { Inline } from './layout';

type Failure = { title: string; text: string };

/** @param otherwise the text for an error without a message. */
export function useFailure(error: unknown, otherwise: Failure): Failure {
  const offline = useOffline();
  const said = saidByServer(error);
  if (isRouteErrorResponse(error)) return answered(error.status, said ?? '', otherwise);
  if (said !== null) return { ...otherwise, text: said };
  if (!offline && !isConnectionFailure(error)) return otherwise;
  return {
    title: frame.noConnection,
    text: frame.notLoaded,
  };
}

function answered(status: number, text: string, otherwise: Failure): Failure {
  if (status === 404) return { title: frame.notFound, text };
  if (status === 503) return { title: frame.unavailable, text };
  return { ...otherwise, text };
}

/** Remix hides the errors of its server behind this message. */
const HIDDEN = 'Unexpected Server Error';

/** The server's sentence, or else its status; null for an error that is no answer of a server. */
export function saidByServer(error: unknown): string | null {
  if (isRouteErrorResponse(error))
    return sentenceOf(error.data) ?? frame.http(error.status, error.statusText);
  return error instanceof Error && error.message === HIDDEN ? frame.http(500, 'Internal Server Error') : null;
}

function sentenceOf(data: unknown): string | null {
  const sentence = typeof data === 'object' && data !== null && 'error' in data ? data.error : null;
  return typeof sentence === 'string' ? sentence : null;
}

/** A button for a page that failed. It tries by itself when the connection comes back. */
export function TryAgain() {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    window.addEventListener('online', revalidate);
    return () => {
      window.removeEventListener('online', revalidate);
    };
  }, [revalidate]);
  const here = pathname + search;
  return (
    <Inline>
      <LinkButton to={here} variant="primary" replace>
        {frame.tryAgain}
      </LinkButton>
      <LinkButton to={here} reloadDocument>
        {frame.refreshPage}
      </LinkButton>
    </Inline>
  );
}
