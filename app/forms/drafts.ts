/**
 * Drafts: unsaved input, signatures and orders. This tab keeps them under the id of their author. They are deleted when
 * the author logs out in any tab, and when someone else signs in.
 */

const PREFIX = 'draft:';

type DraftKind = 'form' | 'order' | 'signature';

/** @param person null when no one is signed in. Nothing is then kept. */
export const draftKey = (person: number | null, kind: DraftKind, name: string) =>
  person === null ? null : `${PREFIX}${String(person)}:${kind}:${name}`;

/** Null when the browser forbids sessionStorage, or when it is full. */
function orNothing<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export const readDraft = (key: string | null): unknown =>
  key && orNothing(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown);

export function writeDraft(key: string | null, value: unknown): void {
  if (key) orNothing(() => sessionStorage.setItem(key, JSON.stringify(value)));
}

export function forgetDraft(key: string | null): void {
  if (key) orNothing(() => sessionStorage.removeItem(key));
}

const keys = () => orNothing(() => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))) ?? [];

export const hasDrafts = () => keys().length > 0;

/** Deletes this person's drafts of a kind, except the wanted ones. */
export function forgetUnwanted(person: number, kind: DraftKind, wanted: string[]): void {
  const kept = new Set(wanted.map((name) => draftKey(person, kind, name)));
  const all = draftKey(person, kind, '') ?? '';
  for (const key of keys()) if (key.startsWith(all) && !kept.has(key)) forgetDraft(key);
}

/** Deletes the drafts of all other people. */
export function forgetDraftsOfOthers(person: number | null): void {
  const own = `${PREFIX}${String(person)}:`;
  for (const key of keys()) if (!key.startsWith(own)) forgetDraft(key);
}

const tabs = typeof window === 'undefined' ? null : new BroadcastChannel('parts-dispatch-drafts');
tabs?.addEventListener('message', () => {
  forgetDraftsOfOthers(null);
});

/** Deletes all drafts in all tabs. */
export function forgetDrafts(): void {
  forgetDraftsOfOthers(null);
  tabs?.postMessage('forget');
}

// Set in the browser only, where one form is sent at a time.
let sent: string | null = null;

/** Marks the draft that is being sent. It is deleted when the server has accepted it. */
export const noteSent = (key: string | null) => {
  sent = key;
};

/** Returns the draft that is being sent, and forgets it. */
export function takeSent(): string | null {
  const key = sent;
  sent = null;
  return key;
}
