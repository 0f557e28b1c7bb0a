import { useSubmit } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';
import { useRouterDestination } from './router-internals';

/**
 * Submits a GET form after a pause. Unlike useDebounceSubmit of remix-utils, another navigation during the pause
 * cancels it, so that it does not undo that navigation. A navigation of the form itself does not cancel it.
 */
export function useDelayedSubmit(form: RefObject<HTMLFormElement>) {
  const submit = useSubmit();
  const timer = useRef<number>();
  const destination = useRouterDestination();
  /** The location that the form itself led to last. */
  const own = useRef<string>();
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
    },
    [],
  );
  const cancel = () => {
    window.clearTimeout(timer.current);
  };
  const sendAfter = (ms: number) => {
    cancel();
    const before = destination();
    timer.current = window.setTimeout(() => {
      const now = destination();
      if (!form.current || (now !== before && now !== own.current)) return;
      submit(form.current, { replace: true, preventScrollReset: true });
      own.current = destination();
    }, ms);
  };
  return { sendAfter, cancel };
}
