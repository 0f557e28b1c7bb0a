import { useEffect, useState, type ComponentType } from 'react';
import { useRouteCode } from '~/components/offline/route-code';

/** Milliseconds. A page stays open all day: one moment without a line must not cost it the words for the next. */
const AGAIN_MS = 5_000;

/** A click without a line is held from the beginning. The words for it are loaded behind the page. */
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
