/** Typing goes on while the dialog for a new task is loaded, which takes long on a slow line or processor. */
import { useLocation, useNavigate, useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { deliverTypedAhead, endTypedAhead, typeAhead } from '~/ui/typed-ahead';
import { whenIdle } from '~/ui/when-idle';

const PATH = '/dispatcher/tasks/new';
const ROUTE = 'routes/_app.dispatcher.tasks.new';

/** @returns opens it from a key. */
export function useNewTask(open: (to: string) => void): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { state, location } = useNavigation();
  const isComing = state === 'loading' && location.pathname === PATH;
  const stay = useRef((): void => undefined);
  stay.current = () => {
    navigate(pathname + search, { replace: true, preventScrollReset: true });
  };
  const begin = useCallback(() => {
    typeAhead(() => {
      stay.current();
    });
  }, []);
  useEffect(() => {
    if (isComing) begin();
    // Effects of the dialog have run before those of the page below it: it has the focus.
    else if (pathname === PATH) void deliverTypedAhead();
    else if (state === 'idle') endTypedAhead();
  }, [isComing, state, pathname, begin]);
  useEffect(() => {
    whenIdle(loadCode);
  }, []);
  return () => {
    // Before the navigation is rendered, further keys may have come.
    begin();
    open(PATH);
  };
}

/** The dialog's code, so that only its data has to be waited for. */
function loadCode(): void {
  const route = window.__remixManifest.routes[ROUTE];
  for (const href of route ? [route.module, ...(route.imports ?? [])] : []) {
    if (document.querySelector(`link[rel=modulepreload][href="${href}"]`)) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
