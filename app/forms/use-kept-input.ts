/**
 * Keeps the input of a form in this tab until it is saved or discarded, so that it survives closing the dialog, a crash
 * and an ended session.
 */
import { useLocation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { announce, controlsOf, isControl, isTouched, say, type Control } from '~/ui/early-input';
import { draftKey, forgetDraft, noteSent, readDraft, writeDraft } from './drafts';
import { usePerson } from './person';

const UNKEPT = /^(_key|intent|linked|need_by_shown|deliver_by_shown|merge_.*|theirs_.*)$/;

type Options = {
  /** True when the server has answered the form. Its fields then hold the typed values. */
  isAnswered: boolean;
  /** Distinguishes several forms of a page. */
  part?: string;
  /** Renders the form from scratch. */
  again: () => void;
};

/**
 * Restores the draft of this address. The form has to send the version that the draft was typed for, so that later
 * changes by others are merged and not overwritten.
 */
export function useKeptInput(form: RefObject<HTMLFormElement>, { isAnswered, part = '', again }: Options) {
  const saveAtOnce = useRef(isAnswered);
  const { pathname, search } = useLocation();
  const [restored, setRestored] = useState<Entries>([]);
  const key = keyOf(usePerson(), pathname, part);
  useEffect(() => {
    const element = form.current;
    if (!element || key === null) return;
    const early = controlsOf(element).filter(isTouched);
    // Input that was typed and then removed again is no draft.
    const untouched = saveAtOnce.current || early.length > 0 ? null : JSON.stringify(entriesOf(element));
    const save = () => {
      const entries = entriesOf(element);
      if (JSON.stringify(entries) === untouched) forgetDraft(key);
      else writeDraft(key, entries);
    };
    if (saveAtOnce.current) save();
    else {
      const draft = entriesIn(readDraft(key));
      restore(element, draft, early);
      early.forEach(announce);
      if (early.length > 0) save();
      setRestored(draft);
    }
    const send = () => {
      noteSent(key);
    };
    element.addEventListener('input', save);
    element.addEventListener('submit', send);
    return () => {
      element.removeEventListener('input', save);
      element.removeEventListener('submit', send);
    };
  }, [form, key]);

  const forget = useCallback(() => {
    forgetDraft(key);
  }, [key]);
  const discard = useCallback(() => {
    forget();
    // After a sign-in the server renders the draft, so only a new page is without it.
    const params = new URLSearchParams(search);
    if (params.has('draft')) {
      params.delete('draft');
      window.location.replace(`${pathname}?${params}`);
    } else again();
  }, [forget, again, pathname, search]);
  const hidden = useCallback((name: string) => restored.find(([each]) => each === name)?.[1], [restored]);
  return {
    isRestored: restored.length > 0,
    /**
     * The value of a hidden field when the draft was typed. It is returned here, because React would overwrite it in
     * the form.
     */
    hidden,
    version: hidden('version'),
    discard,
    forget,
  };
}

const keyOf = (person: number | null, pathname: string, part = '') =>
  draftKey(person, 'form', pathname + (part && `#${part}`));

/** True when an unsaved draft exists for this address. */
export const keptIn = (person: number | null, pathname: string) =>
  readDraft(keyOf(person, pathname)) !== null;

/** Moves a draft to another address, without its version. */
export function moveKeptInput(person: number | null, from: string, to: string): void {
  const draft = entriesIn(readDraft(keyOf(person, from)));
  writeDraft(
    keyOf(person, to),
    draft.filter(([name]) => name !== 'version'),
  );
  forgetDraft(keyOf(person, from));
}

type Entries = [name: string, value: string][];

const entriesOf = (form: HTMLFormElement) =>
  [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && !UNKEPT.test(name));

const entriesIn = (draft: unknown) => (Array.isArray(draft) ? (draft as Entries) : []);

/** @param early controls with newer input. They are not changed. */
function restore(form: HTMLFormElement, entries: Entries, early: Control[]): void {
  if (entries.length > 0) restoreBoxes(form, entries, early);
  for (const [name, value] of entries) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) {
      if (!early.some((control) => control.name === name)) field.value = value;
    } else if (isControl(field) && !early.includes(field) && field.value !== value) say(field, value);
  }
}

/** Unchecked boxes are not among the entries, so they need their own code. */
function restoreBoxes(form: HTMLFormElement, entries: Entries, early: Control[]): void {
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name]')) {
    if (UNKEPT.test(box.name) || early.includes(box)) continue;
    if (box.checked !== entries.some(([name, value]) => name === box.name && value === box.value))
      box.click();
  }
}
