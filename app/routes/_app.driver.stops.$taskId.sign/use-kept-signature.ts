import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '~/forms/drafts';
import { usePerson } from '~/forms/person';
import { signatureKey } from '~/components/going-stop/going-stop';
import { readStrokes, type Stroke } from './strokes';

export type Kept = {
  strokes: Stroke[];
  signedBy: string;
  typedName: string;
};

const NOTHING: Kept = { strokes: [], signedBy: '', typedName: '' };

/**
 * Keeps the signature for this stop in this tab until it is sent, so that it survives a reload, a lost connection and
 * an ended session. The driver's page deletes it when the stop is no longer under way.
 */
export function useKeptSignature(stopId: number) {
  const key = signatureKey(usePerson(), stopId);
  const [isLoaded, setLoaded] = useState(false);
  const [kept, setKept] = useState(NOTHING);
  const latest = useRef(kept);
  const show = useCallback((next: Kept) => {
    latest.current = next;
    setKept(next);
  }, []);
  useEffect(() => {
    show(read(key));
    setLoaded(true);
  }, [key, show]);
  const keep = useCallback(
    (changed: Partial<Kept>) => {
      show({ ...latest.current, ...changed });
      writeDraft(key, latest.current);
    },
    [key, show],
  );
  return { kept, keep, isLoaded };
}

function read(key: string | null): Kept {
  try {
    const { strokes, signedBy, typedName } = (readDraft(key) ?? {}) as Partial<Kept>;
    return {
      strokes: readStrokes(strokes),
      signedBy: signedBy ?? '',
      typedName: typedName ?? '',
    };
  } catch {
    return NOTHING;
  }
}
