import { ScrollRestoration } from '@remix-run/react';
import { useContext, useRef, type ComponentProps } from 'react';
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom';

/**
 * Scrolling as Remix has it, but for one thing: asking the same page for its data again, as every live change does,
 * would put it back to where it was when the asking began. Whoever has scrolled since would be torn away.
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
