import { useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Submits a GET form after a pause. Unlike useDebounceSubmit of remix-utils it is canceled by another navigation within
 * the pause, so that the user is not called back. A navigation of the form itself does not cancel it.
 */
export function useDelayedSubmit(form: RefObject<HTMLFormElement>) {
  const submit = useSubmit();
  const timer = useRef<number>();
  const isOwn = useRef(false);
  const goingTo = useNavigation().location?.key;
  useEffect(() => {
    if (goingTo === undefined) return;
    if (!isOwn.current) window.clearTimeout(timer.current);
    isOwn.current = false;
  }, [goingTo]);
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
    timer.current = window.setTimeout(() => {
      if (!form.current) return;
      isOwn.current = true;
      submit(form.current, { replace: true, preventScrollReset: true });
    }, ms);
  };
  return { sendAfter, cancel };
}
