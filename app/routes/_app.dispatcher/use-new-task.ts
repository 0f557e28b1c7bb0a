/** Typing goes on while the dialog for a new task is loaded, which takes long on a slow line or processor. */
import { useLocation, useNavigation } from '@remix-run/react';
import { useCallback, useEffect } from 'react';
import { useStay } from '~/components/offline/use-stay';
import { deliverTypedAhead, endTypedAhead, typeAhead } from '~/ui/typed-ahead';

const PATH = '/dispatcher/tasks/new';

/** @returns opens it from a key. */
export function useNewTask(open: (to: string) => void): () => void {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const isComing = state === 'loading' && location.pathname === PATH;
  const stay = useStay();
  const begin = useCallback(() => {
    typeAhead(stay);
  }, [stay]);
  useEffect(() => {
    if (isComing) begin();
    // Effects of the dialog have run before those of the page below it: it has the focus.
    else if (pathname === PATH) void deliverTypedAhead();
    else if (state === 'idle') endTypedAhead();
  }, [isComing, state, pathname, begin]);
  return () => {
    // Before the navigation is rendered, further keys may have come.
    begin();
    open(PATH);
  };
}
