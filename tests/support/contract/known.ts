/**
 * Ids of existing rows, for requests that should find one. Until it is sent, a request has a placeholder with a kind
 * and a number.
 */

export type Kind =
  | 'task'
  | 'user'
  | 'driver'
  | 'account'
  | 'address'
  | 'photo'
  | 'import'
  | 'webhook'
  | 'delivery'
  | 'contact'
  | 'schedule'
  | 'run'
  | 'source'
  | 'document'
  | 'layout'
  | 'number'
  | 'moveIn';
export type Known = Record<Kind, number[]>;

const KEY = '$known';
type Wanted = { [KEY]: Kind; n: number };

export const wanted = (kind: Kind, n: number): Wanted => ({ [KEY]: kind, n });

const KINDS: [pattern: RegExp, kind: Kind][] = [
  [/^(taskId|taskIds|baseIds|movedIds|linked_task_id)$/, 'task'],
  [/driver/i, 'driver'],
  [/contact/i, 'contact'],
  [/account/i, 'account'],
  [/address/i, 'address'],
  [/photo/i, 'photo'],
  [/import/i, 'import'],
  [/webhook/i, 'webhook'],
  [/delivery/i, 'delivery'],
  [/schedule/i, 'schedule'],
  [/^run_?id$/i, 'run'],
  [/source/i, 'source'],
  [/document/i, 'document'],
  [/layout/i, 'layout'],
  [/number/i, 'number'],
  [/moveIn/i, 'moveIn'],
  [/user|actor|maker/i, 'user'],
];

/** Returns the kind of an id by the name of its field. */
export const kindOf = (name: string): Kind => KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'account';

const isWanted = (value: object): value is Wanted => KEY in value;

/** Replaces the placeholders by ids. */
export function resolve(value: unknown, known: Known): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => resolve(each, known));
  if (isWanted(value)) {
    const ids = known[value[KEY]];
    return ids[value.n % Math.max(1, ids.length)] ?? 1;
  }
  // The entries become own properties, whatever their names are.
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, known)]));
}
