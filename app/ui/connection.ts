/** The state of the connection, as the browser knows it. */
import { useEffect, useState } from 'react';

/** True when a request never reached the server. Browsers show this only by the text of a TypeError. */
export const isConnectionFailure = (error: unknown) =>
  error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);

/** An error that looks like a failed connection, for a request that was given up. */
export const noAnswer = (why: string) => new TypeError(`Failed to fetch: ${why}`);

/** False on the server and in the first rendering, where the browser's connection is unknown. */
export function useOffline(): boolean {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => {
      setOffline(!navigator.onLine);
    };
    look();
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return offline;
}

/** Thrown for an answer of another program, such as a proxy. It has the properties of a route's error response. */
export class ForeignAnswer extends Error {
  readonly internal = false;
  readonly status: number;
  readonly statusText: string;
  /** @param data the body, if it is JSON. */
  constructor(
    { status, statusText }: Response,
    readonly data: unknown,
  ) {
    super(`HTTP ${String(status)}`);
    this.status = status;
    this.statusText = statusText;
  }
}
