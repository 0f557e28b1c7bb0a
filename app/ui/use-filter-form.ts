import { useEffect, useRef, type FormEvent } from 'react';
import { controlsOf, isTouched } from './early-input';
import { useDelayedSubmit } from './use-delayed-submit';

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
