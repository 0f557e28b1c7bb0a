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
  useEffect(() => {
    // The first keys after a click may come before the navigation is rendered.
    const click = ({ target, defaultPrevented }: MouseEvent) => {
      const isNewTask = target instanceof Element && target.closest(`a[href^="${PATH}"]`) !== null;
      // The router has taken it: it opens no other tab.
      if (isNewTask && defaultPrevented) begin();
    };
    window.addEventListener('click', click);
    return () => {
      window.removeEventListener('click', click);
    };
  }, [begin]);
  return () => {
    // Before the navigation is rendered, further keys may have come.
    begin();
    open(PATH);
  };
}
