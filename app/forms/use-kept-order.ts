import { useLocation, useNavigation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKey, forgetDraft, noteSent, readDraft, writeDraft } from './drafts';
import { usePerson } from './person';

/** An unsaved order as task ids: the order, its base, and the moved tasks. Changes by others are merged with it. */
export type Arranged = { order: number[]; base: number[]; moved: number[] };

/** Keeps the unsaved order of this address. @param restore shows the kept order. */
export function useKeptOrder(arranged: Arranged, restore: (draft: Arranged) => void) {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const key = draftKey(usePerson(), 'order', pathname);
  const [isRestored, setRestored] = useState(false);
  const show = useRef(restore);
  show.current = restore;
  useEffect(() => {
    const draft = readDraft(key);
    if (!isArranged(draft)) return;
    show.current(draft);
    setRestored(true);
  }, [key]);
  useEffect(() => {
    // While it is being saved, it must not be kept: the saved list may render before the page is left.
    if (state !== 'idle') return;
    if (arranged.moved.length === 0) forgetDraft(key);
    else writeDraft(key, arranged);
  }, [key, arranged, state]);
  return {
    isRestored,
    forget: useCallback(() => {
      forgetDraft(key);
      setRestored(false);
    }, [key]),
    send: useCallback(() => {
      noteSent(key);
    }, [key]),
  };
}

const isIds = (value: unknown) => Array.isArray(value) && value.every((id) => typeof id === 'number');

function isArranged(value: unknown): value is Arranged {
  const { order, base, moved } = (value ?? {}) as Partial<Arranged>;
  return isIds(order) && isIds(base) && isIds(moved);
}
