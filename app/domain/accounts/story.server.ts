/** What happened to an account and to its addresses, as people read it. */
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import { NOTHING, type StoryItem } from '~/domain/story';
import { ACCOUNT_TYPE_LABELS, isAccountType } from './account';
import { ACCOUNT_FIELDS, ADDRESS_FIELDS } from './merge';
import { latestChanges, type ToldChange } from './record.server';

/** More are not read by anybody. */
const LATEST = 100;

/** Oldest first, the latest 100. */
export async function accountStory(actor: Actor, accountId: number): Promise<StoryItem[]> {
  authorize(actor, 'readAccounts');
  const latest = await latestChanges(accountId, LATEST);
  return latest.reverse().map((told) => ({
    id: told.id,
    by: told.by,
    occurredAt: told.occurredAt,
    what: whatOf(told),
    lines: linesOf(told),
  }));
}

const ADDRESS_ACTS: Record<string, string> = {
  created: 'Address added',
  updated: 'Address edited',
  deleted: 'Address deleted',
  'made-default': 'Made the default address',
  located: 'Address located',
};
const ACCOUNT_ACTS: Record<string, string> = { created: 'Created', updated: 'Edited', deleted: 'Deleted' };

function whatOf({ action, addressId, addressName, changes }: ToldChange): string {
  if (addressId === null) return ACCOUNT_ACTS[action] ?? action;
  const [before, after] = changes.name ?? [];
  const name = [addressName, after, before].find((each) => typeof each === 'string' && each !== '');
  const act = ADDRESS_ACTS[action] ?? action;
  return typeof name === 'string' ? `${act}: ${name}` : act;
}

function linesOf({ addressId, changes }: ToldChange): StoryItem['lines'] {
  return (addressId === null ? ACCOUNT_FIELDS : ADDRESS_FIELDS).flatMap(({ key, label }) => {
    const change = changes[key];
    if (!change) return [];
    const [before, after] = [shown(key, change[0]), shown(key, change[1])];
    return before === after ? [] : [{ label, before, after }];
  });
}

function shown(key: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') return NOTHING;
  return key === 'accountType' && isAccountType(value) ? ACCOUNT_TYPE_LABELS[value] : value;
}
