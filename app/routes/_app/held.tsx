import { useEffect, useState, type ComponentType } from 'react';
import { useRouteCode } from '~/components/offline/route-code';

/**
 * Milliseconds. A page stays open all day, so it tries again to load the notice after a short loss of the connection.
 */
const AGAIN_MS = 5_000;

/** Holds navigations from the start. The notice about them is loaded after the page. */
export function Held() {
  useRouteCode();
  const [Notice, setNotice] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    const load = () => {
      import('./held-notice').then(
        ({ HeldNotice }) => {
          setNotice(() => HeldNotice);
        },
        () => {
          timer = window.setTimeout(load, AGAIN_MS);
        },
      );
    };
    load();
    return () => {
      window.clearTimeout(timer);
    };
  }, []);
  return Notice && <Notice />;
}
