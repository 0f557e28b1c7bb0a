import { useEffect, useState, type ComponentType } from 'react';
import { useRouteCode } from '~/components/offline/route-code';

/** A click without a line is held from the beginning. The words for it are loaded behind the page. */
export function Held() {
  useRouteCode();
  const [Notice, setNotice] = useState<ComponentType | null>(null);
  useEffect(() => {
    import('./held-notice').then(
      ({ HeldNotice }) => {
        setNotice(() => HeldNotice);
      },
      () => undefined, // the next page tries again
    );
  }, []);
  return Notice && <Notice />;
}
