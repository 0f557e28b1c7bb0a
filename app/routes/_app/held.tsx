import { useEffect, useState, type ComponentType } from 'react';

/** Loaded behind the page: until then nobody has clicked, and it would keep every page from answering. */
export function Held() {
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
