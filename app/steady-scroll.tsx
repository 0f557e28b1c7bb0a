import { ScrollRestoration } from '@remix-run/react';
import { useContext, useRef, type ComponentProps } from 'react';
import { RouterState } from '~/ui/router-internals';

/**
 * Remix's scroll restoration with one change. Revalidation, which every live change causes, would scroll the page back
 * to its position at the start of the request, even if the user has scrolled since.
 */
export function SteadyScroll(props: ComponentProps<typeof ScrollRestoration>) {
  const state = useContext(RouterState);
  const arrived = useRef(state);
  if (arrived.current?.location !== state?.location) arrived.current = state;
  return (
    <RouterState.Provider value={arrived.current}>
      <ScrollRestoration {...props} />
    </RouterState.Provider>
  );
}
