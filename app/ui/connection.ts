/** The state of the connection, as far as the browser knows it. */
import { useEffect, useState } from 'react';

/** True when a request never reached the server. Browsers have no other sign than the words of a TypeError. */
export const isConnectionFailure = (error: unknown) =>
  error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);

/** Such an error, of a request that we have given up ourselves. */
export const noAnswer = (why: string) => new TypeError(`Failed to fetch: ${why}`);

/** False on the server and in the first rendering, which knows nothing of the browser's connection. */
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
