/** The story of a task, by its activity: each event has to follow from the ones before it. */
import { isDeepStrictEqual } from 'node:util';
import type { Act, Client, Verdict } from './read-journals';

type Changes = Record<string, [unknown, unknown]>;
export type Event = {
  id: number;
  taskId: number;
  actorId: number | null;
  action: string;
  changes: Changes;
  version: number | null;
  tapped: string;
  /** Ms since 1970. */
  at: number;
};
export type Row = {
  id: number;
  type: string;
  status: string;
  driver_id: number | null;
  archived: boolean;
  notes: string;
  version: number;
  mark: string;
  signedBy: string | null;
};

const FIELDS = ['status', 'driver_id', 'archived', 'notes'] as const;

/** Changes of status that a driver may make, as in docs/behavior.md. */
const BY_DRIVER = new Set([
  'pending going',
  'going pending',
  'going hold',
  'going completed',
  'next-route pending',
]);

/** Each event must begin where the one before ended, be allowed, and the last one must be what is stored. */
export function followStory(
  id: number,
  story: Event[],
  row: Row | undefined,
  clients: Map<number, Client>,
  verdict: Verdict,
): void {
  const say = (event: Event | null, what: string) =>
    verdict.wrong.push(
      `task ${String(id)}${event ? `, event ${String(event.id)} ${event.action}` : ''}: ${what}`,
    );
  const [first] = story;
  const isLinked = first?.changes.linked_task_id !== undefined;
  const now: Record<string, unknown> = { archived: false };
  let version = 0;
  let exists = false;
  for (const event of story) {
    const { action, changes, actorId } = event;
    const client = clients.get(actorId ?? 0);
    if (client?.role === 'phone' && !isLinked && !mayBeByDriver(event, now, client.userId))
      say(event, `a driver may not do this: ${JSON.stringify([now, changes])}`);
    if (exists === (action === 'created' || action === 'restored'))
      say(event, 'it exists twice, or not at all');
    for (const field of FIELDS) {
      const change = changes[field];
      if (!change || action === 'created') continue;
      const [before] = change;
      if (field in now && !isDeepStrictEqual(now[field] ?? null, before ?? null))
        say(event, `${field} was ${JSON.stringify(now[field])}, not ${JSON.stringify(before)}`);
    }
    if (action === 'deleted') exists = false;
    else {
      exists = true;
      for (const field of FIELDS) if (changes[field]) now[field] = changes[field][1];
    }
    if (event.version !== null) {
      if (event.version !== version + 1)
        say(event, `version ${String(event.version)} after ${String(version)}`);
      version = event.version;
    } else if (action === 'created') version = 1;
  }
  if (exists !== (row !== undefined)) say(null, row ? 'it is stored, but deleted' : 'it is not stored');
  if (!row) return;
  for (const field of FIELDS)
    if (field in now && !isDeepStrictEqual(now[field] ?? null, row[field] ?? null))
      say(null, `${field} is ${JSON.stringify(row[field])}, not ${JSON.stringify(now[field])}`);
  if (row.version !== version) say(null, `version ${String(row.version)} is stored, not ${String(version)}`);
}

function mayBeByDriver({ action, changes }: Event, now: Record<string, unknown>, driverId: number): boolean {
  if (action === 'unlocked' || action === 'linked again') return true;
  if (now.driver_id !== driverId) return false;
  const [before, after] = changes.status ?? [];
  if (!changes.status || action === 'undone') return !('driver_id' in changes) && !('notes' in changes);
  return BY_DRIVER.has(`${String(before)} ${String(after)}`);
}

/** A request waits at most so long for its turn and for locks, and a frozen server longer. */
const AROUND_MS = 15_000;

/** Notes which refused acts were not allowed at some time around their last attempt. */
export function excuse(story: Event[], acts: Act[]): void {
  const refused = acts.filter(({ outcome }) => outcome === 'refused');
  if (refused.length === 0) return;
  const times: { from: number; until: number; state: Record<string, unknown> | null }[] = [];
  let state: Record<string, unknown> | null = null;
  let from = -Infinity;
  let kept: Record<string, unknown> = { archived: false };
  for (const { action, changes, at } of story) {
    times.push({ from, until: at, state });
    for (const field of FIELDS)
      if (changes[field] && action !== 'deleted') kept = { ...kept, [field]: changes[field][1] };
    state = action === 'deleted' ? null : kept;
    from = at;
  }
  times.push({ from, until: Infinity, state });
  const photos = story.filter(({ action }) => action === 'photo added').length;
  for (const act of refused) {
    const around = times.filter(
      ({ from, until }) => from <= act.lastAt + AROUND_MS && until >= act.lastAt - AROUND_MS,
    );
    const sent = ((act.body.photos as unknown[] | undefined) ?? []).length;
    // No act of the run has a value that is not valid, except for a fourth photo.
    const isValid = act.status !== 422 || (sent > 0 && photos > 2);
    act.isFair ||= isValid && (act.status === 422 || around.some(({ state }) => !isAllowed(act, state)));
  }
}

function isAllowed({ client, path, method, body }: Act, state: Record<string, unknown> | null): boolean {
  if (state === null || state.archived === true) return false;
  if (method === 'DELETE' || path.endsWith('/delete')) return state.status !== 'linked';
  if (client.role !== 'phone' || path !== 'status') return method === 'PATCH';
  // Another stop may be under way.
  if (body.status === 'going' && state.status !== 'going') return false;
  // The first signature is final, for example after an undo that came too late.
  if (body.status === 'completed' && state.status === 'completed') return false;
  const isThere =
    state.status === body.status || BY_DRIVER.has(`${String(state.status)} ${String(body.status)}`);
  return state.driver_id === client.userId && isThere;
}
