import { useEffect, useState } from 'react';

/** Whether JavaScript has taken the page over. False on the server and in the first rendering. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => {
    setHydrated(true);
  }, []);
  return hydrated;
}
