import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '~/forms/drafts';
import { usePerson } from '~/forms/person';
import { signatureKey } from '~/components/going-stop/going-stop';
import { readStrokes, type Stroke } from './strokes';

export type SignatureDraft = {
  strokes: Stroke[];
  signedBy: string;
  typedName: string;
};

const NOTHING: SignatureDraft = { strokes: [], signedBy: '', typedName: '' };

/**
 * Keeps the signature for this stop in this tab until it is sent, so that it survives a reload, a lost connection and
 * an ended session. The driver's page deletes it when the stop is no longer under way.
 */
export function useSignatureDraft(stopId: number) {
  const key = signatureKey(usePerson(), stopId);
  const [isLoaded, setLoaded] = useState(false);
  const [draft, setDraft] = useState(NOTHING);
  const latest = useRef(draft);
  const show = useCallback((next: SignatureDraft) => {
    latest.current = next;
    setDraft(next);
  }, []);
  useEffect(() => {
    show(read(key));
    setLoaded(true);
  }, [key, show]);
  const save = useCallback(
    (changed: Partial<SignatureDraft>) => {
      show({ ...latest.current, ...changed });
      writeDraft(key, latest.current);
    },
    [key, show],
  );
  return { draft, save, isLoaded };
}

function read(key: string | null): SignatureDraft {
  try {
    const { strokes, signedBy, typedName } = (readDraft(key) ?? {}) as Partial<SignatureDraft>;
    return {
      strokes: readStrokes(strokes),
      signedBy: signedBy ?? '',
      typedName: typedName ?? '',
    };
  } catch {
    return NOTHING;
  }
}
