/**
 * Keeps the text that a user typed when their session ended: for a day, for that user alone, until they are
 * back at the form.
 */
import { Draft } from 'db/models/operations';
import type { Actor } from '~/domain/kernel/actor';

export type DraftFields = Record<string, string[]>;

const LARGEST_DRAFT = 64_000;

/** @returns the id of the draft, or null when it is too large to keep. */
export async function storeDraft(
  actor: Pick<Actor, 'id'>,
  path: string,
  fields: DraftFields,
): Promise<string | null> {
  if (JSON.stringify(fields).length > LARGEST_DRAFT) return null;
  const { id } = await Draft.create({ userId: actor.id, path, fields }, { returning: ['id'] });
  return id;
}

/** Returns the fields that were kept for this form, or null. Other people's drafts are not found. */
export async function findDraft(
  actor: Pick<Actor, 'id'>,
  path: string,
  id: string | null,
): Promise<DraftFields | null> {
  if (!id || !/^[0-9a-f-]{36}$/.test(id)) return null;
  const draft = await Draft.findRow(['fields'], { where: { id, userId: actor.id, path } });
  return draft?.fields ?? null;
}
