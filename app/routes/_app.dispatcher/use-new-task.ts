/**
 * Keeps keys that are typed while the dialog for a new task is loading, which is slow on a slow connection or
 * processor.
 */
import { useLocation, useNavigation } from '@remix-run/react';
import { useCallback, useEffect } from 'react';
import { useStay } from '~/components/offline/use-stay';
import { deliverTypedAhead, endTypedAhead, typeAhead } from '~/ui/typed-ahead';

const PATH = '/dispatcher/tasks/new';

/** @returns a function that opens the dialog from a key. */
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
    // The dialog's effects run before those of the page below it, so the dialog has the focus now.
    else if (pathname === PATH) void deliverTypedAhead();
    else if (state === 'idle') endTypedAhead();
  }, [isComing, state, pathname, begin]);
  useEffect(() => {
    // The first keys after a click may come before the navigation is rendered.
    const click = ({ target, defaultPrevented }: MouseEvent) => {
      const isNewTask = target instanceof Element && target.closest(`a[href^="${PATH}"]`) !== null;
      // Only a click that the router handles is prevented. Any other may open a new tab.
      if (isNewTask && defaultPrevented) begin();
    };
    window.addEventListener('click', click);
    return () => {
      window.removeEventListener('click', click);
    };
  }, [begin]);
  return () => {
    // Further keys may come before the navigation is rendered.
    begin();
    open(PATH);
  };
}
