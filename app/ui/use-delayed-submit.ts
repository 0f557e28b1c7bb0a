import { useSubmit } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';
import { useRouterDestination } from './use-router-destination';

/**
 * Submits a GET form after a pause. Unlike useDebounceSubmit of remix-utils it is canceled by another navigation within
 * the pause, so that the user is not called back. A navigation of the form itself does not cancel it.
 */
export function useDelayedSubmit(form: RefObject<HTMLFormElement>) {
  const submit = useSubmit();
  const timer = useRef<number>();
  const destination = useRouterDestination();
  /** Where the form itself led last. */
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
