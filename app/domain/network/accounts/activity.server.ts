/** The activity of an account and its addresses: recorded in the transaction of each change, and shown to people. */
import { rows } from 'db/connection';
import { AccountEvent } from 'db/models/places';
import type { Actor } from '~/domain/kernel/actor';
import { type ActivityItem, type FieldTable, shownValue } from '~/domain/kernel/field-table';
import { authorizeAll } from '~/domain/kernel/permissions';
import { CONSENT_FIELDS } from './contact-fields';
import { ACCOUNT_FIELDS, ADDRESS_FIELDS } from './fields';

/** Field to [before, after]. */
type Changes = Record<string, [unknown, unknown]>;

type AccountChange = {
  accountId: number;
  addressId?: number;
  action:
    | ('created' | 'updated' | 'deleted' | 'made-default' | 'located' | 'link-created' | 'link-revoked')
    | keyof typeof CONTACT_ACTIONS
    | keyof typeof NUMBER_ACTIONS;
  changes: Changes;
  /** The version of the account or the address after the change. */
  version?: number;
};

export async function recordChange(
  actor: Pick<Actor, 'id'> | null,
  { accountId, addressId, action, changes, version }: AccountChange,
): Promise<void> {
  await AccountEvent.create(
    { accountId, addressId, actorId: actor?.id ?? null, action, changes, version },
    { returning: false },
  );
}

/** `by` is the person's name; `addressName` is null when the address is gone; `occurredAt` is ISO 8601. */
type StoredChange = {
  id: number;
  addressId: number | null;
  addressName: string | null;
  by: string;
  action: string;
  changes: Changes;
  occurredAt: string;
};

const CHANGES = `
  select e.id, e.address_id as "addressId", d.name as "addressName", coalesce(nullif(u.name, ''), u.username, 'System') as by, e.action, e.changes,
         to_json(e.created_at) #>> '{}' as "occurredAt"
  from account_events e left join users u on u.id = e.actor_id left join account_addresses d on d.id = e.address_id`;

/**
 * Returns changes of the account itself, or of one of its addresses, since the version that somebody has
 * seen.
 */
export const changesSince = (accountId: number, addressId: number | null, version: number) =>
  rows<StoredChange>(
    `${CHANGES} where e.account_id = $accountId and e.address_id is not distinct from $addressId::integer
       and e.version > $version order by e.id`,
    { accountId, addressId, version },
  );

/** Changes of the account and its addresses, latest first. */
const latestChanges = (accountId: number, limit: number) =>
  rows<StoredChange>(`${CHANGES} where e.account_id = $accountId order by e.id desc limit $limit`, {
    accountId,
    limit,
  });

/** The fields that differ, each as [before, after]. */
export function changesBetween(
  table: FieldTable,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  return Object.fromEntries(
    Object.keys(table)
      .filter((key) => before[key] !== after[key])
      .map((key): [string, [unknown, unknown]] => [key, [before[key], after[key]]]),
  );
}

/** The dialog shows only this many of the latest changes. */
const LATEST = 100;

/** Oldest first, the latest 100. */
export async function accountActivity(actor: Actor, accountId: number): Promise<ActivityItem[]> {
  authorizeAll(actor, 'readAccounts');
  const latest = await latestChanges(accountId, LATEST);
  return latest.reverse().map((entry) => ({
    id: entry.id,
    by: entry.by,
    occurredAt: entry.occurredAt,
    what: titleOf(entry),
    lines: linesOf(entry),
  }));
}

const ADDRESS_ACTIONS: Record<string, string> = {
  created: 'Address added',
  updated: 'Address edited',
  deleted: 'Address deleted',
  'made-default': 'Set as default address',
  located: 'Address geolocated',
};
const ACCOUNT_ACTIONS: Record<string, string> = {
  created: 'Created',
  updated: 'Edited',
  deleted: 'Deleted',
  'link-created': 'Customer link created',
  'link-revoked': 'Customer link revoked',
};
const CONTACT_ACTIONS = {
  'contact-added': 'Contact created',
  'contact-changed': 'Contact edited',
  'contact-removed': 'Contact deleted',
  'contact-stopped': 'Contact answered STOP',
};
const NUMBER_ACTIONS = {
  'number-added': 'Customer number added',
  'number-removed': 'Customer number deleted',
};
const isNumberAction = (action: string): action is keyof typeof NUMBER_ACTIONS =>
  Object.hasOwn(NUMBER_ACTIONS, action);
const isContactAction = (action: string): action is keyof typeof CONTACT_ACTIONS =>
  Object.hasOwn(CONTACT_ACTIONS, action);

function titleOf({ action, addressId, addressName, changes }: StoredChange): string {
  const contact = changes.contact?.[1];
  if (isContactAction(action))
    return `${CONTACT_ACTIONS[action]}: ${typeof contact === 'string' ? contact : ''}`;
  if (isNumberAction(action)) {
    const number = changes.number?.find((each) => typeof each === 'string');
    return `${NUMBER_ACTIONS[action]}: ${typeof number === 'string' ? number : ''}`;
  }
  if (addressId === null) return ACCOUNT_ACTIONS[action] ?? action;
  const [before, after] = changes.name ?? [];
  const name = [addressName, after, before].find((each) => typeof each === 'string' && each !== '');
  const title = ADDRESS_ACTIONS[action] ?? action;
  return typeof name === 'string' ? `${title}: ${name}` : title;
}

function linesOf(entry: StoredChange): ActivityItem['lines'] {
  return fieldsOf(entry).flatMap((field) => {
    const change = entry.changes[field.key];
    if (!change) return [];
    const [before, after] = [shownValue(field, change[0]), shownValue(field, change[1])];
    return before === after ? [] : [{ label: field.label, before, after }];
  });
}

const fieldsOf = ({ action, addressId }: StoredChange) =>
  Object.values<FieldTable[string]>(
    isContactAction(action) ? CONSENT_FIELDS : addressId === null ? ACCOUNT_FIELDS : ADDRESS_FIELDS,
  );
