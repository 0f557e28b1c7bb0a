/** Keeps what is typed into a form in this tab, so that a crash, a lost session or the Back button loses nothing. */
import { useLocation } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';
import { announce, controlsOf, isControl, isTouched, say, type Control } from '~/ui/early-input';

const UNKEPT = /^(_key|intent|linked|need_by_shown|merge_.*|theirs_.*)$/;

/**
 * Fills the form again with what was typed at this address before, and forgets it when the form is left by its own doing.
 * The version it was typed for comes back with it: what others did since is not overwritten.
 * @param isAnswered whether the form comes back from the server with what was typed.
 * @param part which form of its page it is, where there are several.
 */
export function useKeptInput(form: RefObject<HTMLFormElement>, isAnswered: boolean, part = ''): void {
  const keepAtOnce = useRef(isAnswered);
  const { pathname } = useLocation();
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const key = keyOf(pathname, part);
    const here = { pathname: window.location.pathname, search: window.location.search };
    const keep = () => {
      sessionStorage.setItem(key, JSON.stringify(entriesOf(element)));
    };
    if (keepAtOnce.current) keep();
    else {
      const early = controlsOf(element).filter(isTouched);
      restore(element, sessionStorage.getItem(key), early);
      early.forEach(announce);
      if (early.length > 0) keep();
    }
    element.addEventListener('input', keep);
    return () => {
      element.removeEventListener('input', keep);
      // Leaving for another address is a decision: saved or closed. Going to sign in is not, nor is an error in its place,
      // nor a question about the task, which leads back.
      const { pathname: now, search } = window.location;
      const left = now !== here.pathname || search !== here.search;
      const comesBack = now.startsWith('/auth') || now.startsWith(`${here.pathname}/`);
      if (left && !comesBack) sessionStorage.removeItem(key);
    };
  }, [form, pathname, part]);
}

const keyOf = (pathname: string, part = '') => `kept:${pathname}${part && `#${part}`}`;

/** Whether something was typed at this address that is not saved. */
export const keptIn = (pathname: string) => sessionStorage.getItem(keyOf(pathname)) !== null;

/** Takes what was typed at one address to another, as a form that has no version yet. */
export function moveKeptInput(from: string, to: string): void {
  const kept = JSON.parse(sessionStorage.getItem(keyOf(from)) ?? '[]') as [string, string][];
  const entries = kept.filter(([name]) => name !== 'version');
  sessionStorage.setItem(keyOf(to), JSON.stringify(entries));
  sessionStorage.removeItem(keyOf(from));
}

const entriesOf = (form: HTMLFormElement) =>
  [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && !UNKEPT.test(name));

/** @param early what is newer than that. */
function restore(form: HTMLFormElement, kept: string | null, early: Control[]): void {
  if (!kept) return;
  for (const [name, value] of JSON.parse(kept) as [string, string][]) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) {
      if (!early.some((control) => control.name === name)) field.value = value;
    } else if (isControl(field) && !early.includes(field) && field.value !== value) say(field, value);
  }
}
