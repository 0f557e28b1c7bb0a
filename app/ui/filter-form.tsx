import { useLocation, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef, type FormEvent, type RefObject } from 'react';
import { controlsOf, isTouched } from './early-input';
import { useRouterDestination } from './router-internals';

const DEBOUNCE_MS = 200;

/**
 * A GET form of search and filters that submits itself: typed text after a pause, other choices at once. When Back, a
 * link or a bookmark changes the address, the controls follow, except the focused one.
 * @param values the values of the address, by control name.
 */
export function useFilterForm(values: Record<string, string | boolean>) {
  const form = useRef<HTMLFormElement>(null);
  const { sendAfter, cancel } = useDelayedSubmit(form);
  const sendNow = useRef(() => {
    sendAfter(0);
  });
  const shown = JSON.stringify(values);
  const isFirst = useRef(true);
  useEffect(() => {
    const isEarly = isFirst.current && form.current && controlsOf(form.current).some(isTouched);
    isFirst.current = false;
    if (isEarly) sendNow.current();
    else show(form.current, JSON.parse(shown) as typeof values);
  }, [shown]);
  return {
    ref: form,
    onChange: ({ target }: FormEvent) => {
      const isTyped = target instanceof HTMLInputElement && target.type === 'search';
      sendAfter(isTyped ? DEBOUNCE_MS : 0);
    },
    onSubmit: cancel,
  };
}

function show(form: HTMLFormElement | null, values: Record<string, string | boolean>): void {
  for (const control of form?.elements ?? []) {
    if (control === document.activeElement) continue;
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const value = values[control.name];
    if (typeof value === 'boolean' && control instanceof HTMLInputElement) control.checked = value;
    else if (typeof value === 'string' && control.type !== 'hidden') control.value = value;
  }
}

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

/**
 * The search of the next address during a navigation, else of the present one. Filter forms start from it, so that
 * input during a slow navigation does not undo the click before.
 */
export function useAimedSearch(): string {
  const here = useLocation();
  const aim = useNavigation().location;
  return aim?.pathname === here.pathname ? aim.search : here.search;
}
