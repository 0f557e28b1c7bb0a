/**
 * Compares the journals of all clients with the final database. It reads nothing else, and has rules of its own, so that
 * a mistake of the product can't hide itself.
 */
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import type { TestDatabase } from '../database';
import { hashOf, type ActLine, type Line, type Role } from './journal';

export type Verdict = {
  acts: number;
  attempts: number;
  refused: number;
  /** The number of acts of each kind. */
  kinds: Record<string, number>;
  /** The sentences of the refusals, the most frequent ones first. */
  refusals: [sentence: string, count: number][];
  /** Answered as done, without its effect. */
  lost: string[];
  /** Two effects, or two entries of the activity. */
  doubled: string[];
  /** Acts of one client on one task, in another order than they were sent. */
  disordered: string[];
  /** The answer contradicts the database, the rules, or another answer to the same act. */
  wrong: string[];
};

type Act = Omit<ActLine, 'at'> & {
  client: Client;
  outcome: 'accepted' | 'refused' | null;
  /** The last answer, unless it was lost. */
  status: number;
  hash: string;
  answer: Record<string, unknown>;
  taps: Set<string>;
  /** Effects that were found. */
  found: number;
  /** The time of the last attempt, in ms. */
  lastAt: number;
  /** For a refusal: something was so that the act was not allowed. */
  isFair: boolean;
};
type Client = { name: string; userId: number; role: Role; archived: number; resumed: number };

/** Reads the journals, and looks at what can be seen in them alone. */
async function readJournals(folder: string, verdict: Verdict): Promise<Act[]> {
  const all: Act[] = [];
  const sentences = new Map<string, number>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.jsonl')) continue;
    let client: Client = { name: '', userId: 0, role: 'script', archived: 0, resumed: 0 };
    const acts: Act[] = [];
    const versions = new Map<number, number>();
    for await (const text of createInterface({ input: createReadStream(join(folder, file)) })) {
      const line = JSON.parse(text) as Line;
      if ('client' in line) {
        client = { name: line.client, userId: line.userId, role: line.role, archived: 0, resumed: 0 };
      } else if ('act' in line) {
        const { at: _, ...sent } = line;
        const { occurred_at: tapped } = sent.body as { occurred_at?: string };
        acts.push({
          ...sent,
          client,
          outcome: null,
          status: 0,
          hash: '',
          answer: {},
          taps: new Set(tapped === undefined ? [] : [tapped]),
          found: 0,
          lastAt: 0,
          isFair: false,
        });
      } else if ('read' in line) {
        const known = versions.get(line.read) ?? 0;
        if (line.version < known)
          verdict.wrong.push(
            `${client.name} read version ${String(line.version)} of task ${String(line.read)} after ${String(known)}`,
          );
      } else if ('end' in line) {
        const act = acts[line.end - 1];
        if (act) act.outcome = line.outcome;
      } else {
        verdict.attempts += 1;
        const act = acts[line.try - 1];
        if (!act) throw new Error(`${file}: an attempt without its act`);
        if (line.tapped !== undefined) act.taps.add(line.tapped);
        if (line.status === 0) continue;
        if (NEVER.has(line.status))
          verdict.wrong.push(`${nameOf(act)}: ${String(line.status)} ${JSON.stringify(line.answer)}`);
        if (isDone(act) && isDone(line) && (act.status !== line.status || act.hash !== line.hash))
          verdict.wrong.push(`${nameOf(act)}: two different answers`);
        // A copy may fail, and the client does not look at its answer.
        if (line.isCopy && !isDone(line)) continue;
        act.lastAt = line.at;
        Object.assign(act, { status: line.status, hash: line.hash, answer: line.answer });
        const { id, version } = line.answer as { id?: number; version?: number };
        if (isDone(line) && id !== undefined && version !== undefined)
          versions.set(id, Math.max(versions.get(id) ?? 0, version));
      }
    }
    for (const act of acts) {
      const kind = `${client.role} ${act.method} ${act.path.replaceAll(/\d+/g, 'N')}`;
      verdict.kinds[kind] = (verdict.kinds[kind] ?? 0) + 1;
      if (act.outcome === null) verdict.wrong.push(`${nameOf(act)}: never answered to the end`);
      if (act.outcome !== 'refused') continue;
      verdict.refused += 1;
      const sentence = `${String(act.status)} ${textOf(act.answer.error) || textOf(act.answer.title)}`;
      sentences.set(sentence, (sentences.get(sentence) ?? 0) + 1);
    }
    all.push(...acts);
  }
  verdict.acts = all.length;
  verdict.refusals = [...sentences].sort(([, one], [, other]) => other - one);
  return all;
}

/** No act of the run deserves one of these. A redirect answers forms only. */
const NEVER = new Set([400, 401, 403, 405, 413, 415, 500]);
const isDone = ({ status }: { status: number }) => status >= 200 && status < 400;
const nameOf = ({ client, act, method, path, body }: Act) =>
  `${client.name} act ${String(act)} ${method} ${path} ${JSON.stringify(body)}`;

function grouped<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
const lastOf = <Item>(items: Item[], isWanted: (item: Item) => boolean) => items.filter(isWanted).at(-1);

type Changes = Record<string, [unknown, unknown]>;
type Event = {
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
type Row = {
  id: number;
  status: string;
  driver_id: number | null;
  archived: boolean;
  notes: string;
  version: number;
  mark: string;
  signedBy: string | null;
};

/** The acts on one task, by what they do. */
type OnTask = { taps: Act[]; edits: Act[]; moves: Act[]; deletions: Act[]; undos: Act[]; photos: Act[] };

export async function check(folder: string, database: TestDatabase, hasKeys: boolean): Promise<Verdict> {
  const verdict: Verdict = {
    acts: 0,
    attempts: 0,
    refused: 0,
    kinds: {},
    refusals: [],
    lost: [],
    doubled: [],
    disordered: [],
    wrong: [],
  };
  const acts = await readJournals(folder, verdict);
  const clients = new Map(acts.map(({ client }) => [client.userId, client]));
  const { byTask, byMark } = arrange(acts);

  let after = 0;
  for (;;) {
    const ids = await database.rows<{ id: number }>(
      'select distinct task_id as id from task_events where task_id > $1 order by 1 limit 2000',
      [after],
    );
    if (ids.length === 0) break;
    const taskIds = ids.map(({ id }) => id);
    after = taskIds.at(-1) ?? Infinity;
    const events = grouped(await database.rows<Event>(EVENTS, [taskIds]), ({ taskId }) => taskId);
    const rows = new Map((await database.rows<Row>(ROWS, [taskIds])).map((row) => [row.id, row]));
    for (const id of taskIds) {
      const story = events.get(id) ?? [];
      followStory(id, story, rows.get(id), clients, verdict);
      const explained = matchActs(id, story, rows.get(id), byTask.get(id), byMark, verdict);
      countRoutes(
        story.filter((event) => !explained.has(event.id)),
        clients,
      );
    }
  }
  judge(acts, verdict);
  judgeRoutes(acts, clients, verdict);
  if (hasKeys) await compareKeys(acts, database, verdict);
  return verdict;
}

const EVENTS = `
  select id, task_id as "taskId", actor_id as "actorId", action, changes, version,
    to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as tapped,
    extract(epoch from created_at)::float8 * 1000 as at
  from task_events where task_id = any($1) order by task_id, id`;
const ROWS = `
  select t.id, status, driver_id, archived, notes, version, coalesce(nullif(invoice_number, ''), part_numbers) as mark,
    s.signed_by as "signedBy"
  from tasks t left join task_signatures s on s.task_id = t.id where t.id = any($1)`;

function arrange(acts: Act[]) {
  const byTask = new Map<number, OnTask>();
  const byMark = new Map<string, Act>();
  const on = (id: number) => {
    const known = byTask.get(id);
    if (known) return known;
    const made: OnTask = { taps: [], edits: [], moves: [], deletions: [], undos: [], photos: [] };
    byTask.set(id, made);
    return made;
  };
  const deletionOf = new Map<string, number>();
  for (const act of acts) {
    const { method, path, body } = act;
    const taskIds = (body.taskIds as number[] | undefined) ?? [];
    const [, inPath = ''] = /\/tasks\/(\d+)/.exec(path) ?? [];
    if (path === 'status' || path === 'undo' || path.endsWith('/batch/status'))
      for (const id of taskIds) on(id).taps.push(act);
    else if (path.endsWith('/batch/move')) for (const id of taskIds) on(id).moves.push(act);
    else if (method === 'PATCH') on(Number(inPath)).edits.push(act);
    else if (method === 'DELETE' || path.endsWith('/delete')) on(Number(inPath)).deletions.push(act);
    else if (path.endsWith('/photos')) on(Number(inPath)).photos.push(act);
    else if (path === '/api/tasks') byMark.set(markOf(act), act);
    if (path.endsWith('/delete') && typeof act.answer.undoId === 'string')
      deletionOf.set(act.answer.undoId, Number(inPath));
    const deleted = path === '/dispatcher/undo' ? deletionOf.get(String(body.undoId)) : undefined;
    if (deleted !== undefined) on(deleted).undos.push(act);
  }
  return { byTask, byMark };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const markOf = ({ body }: Act) => textOf(body.invoice_number) || textOf(body.part_numbers);

const FIELDS = ['status', 'driver_id', 'archived', 'notes'] as const;

/** What a driver may do by status, as in docs/behavior.md. */
const BY_DRIVER = new Set([
  'pending going',
  'going pending',
  'going hold',
  'going completed',
  'next-route pending',
]);

/** Each event must begin where the one before ended, be allowed, and the last one must be what is stored. */
function followStory(
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

/** Finds the effects of the acts on one task. @returns the ids of events that an act names. */
function matchActs(
  id: number,
  story: Event[],
  row: Row | undefined,
  on: OnTask | undefined,
  byMark: Map<string, Act>,
  verdict: Verdict,
): Set<number> {
  const order: { event: number; act: Act }[] = [];
  const found = (act: Act, events: Event[]) => {
    if (events.length === 0) return;
    act.found += 1;
    if (events.length > 1)
      verdict.doubled.push(`${nameOf(act)}: ${String(events.length)} entries for task ${String(id)}`);
    order.push(...events.map((event) => ({ event: event.id, act })));
  };

  const [created] = story;
  if (created?.action === 'created' && !created.changes.linked_task_id) {
    const gone = lastOf(story, ({ action }) => action === 'deleted')?.changes;
    const mark = row?.mark ?? (textOf(gone?.invoice_number?.[0]) || textOf(gone?.part_numbers?.[0]));
    const act = byMark.get(mark);
    if (!act) verdict.wrong.push(`task ${String(id)}: nobody has sent ${mark}`);
    else if (act.outcome === 'accepted' && act.answer.id !== id)
      verdict.doubled.push(`${nameOf(act)}: also task ${String(id)}`);
    else found(act, [created]);
  }
  if (!on) return new Set();

  const byTap = grouped(
    story.filter(({ action }) => !action.startsWith('photo') && action !== 'reordered'),
    ({ actorId, tapped }) => `${String(actorId)} ${tapped}`,
  );
  let photos = 0;
  for (const act of on.taps) {
    const events = [...act.taps].flatMap((tap) => byTap.get(`${String(act.client.userId)} ${tap}`) ?? []);
    found(act, events);
    if (events.length > 0) photos += ((act.body.photos as unknown[] | undefined) ?? []).length;
    if (act.path !== 'undo' || act.outcome !== 'accepted' || events.length > 0) continue;
    // Undoing twice is answered like the first time, until the task is completed again.
    const [tap = ''] = act.taps;
    const last = lastOf(
      story,
      ({ actorId, action, tapped }) =>
        actorId === act.client.userId && tapped < tap && (action === 'undone' || action === 'completed'),
    );
    if (last?.action === 'undone') act.found += 1;
  }
  for (const act of on.edits) {
    found(
      act,
      story.filter(
        ({ actorId, changes, action }) =>
          actorId === act.client.userId && action !== 'undone' && changes.notes?.[1] === act.body.notes,
      ),
    );
  }

  const by = (userId: number, wanted: (event: Event) => boolean) =>
    story.filter((event) => event.actorId === userId && wanted(event));
  const count = (
    what: string,
    acts: Act[],
    wanted: (event: Event) => boolean,
    more: (userId: number) => number = () => 0,
  ) => {
    for (const [userId, mine] of grouped(acts, ({ client }) => client.userId)) {
      const accepted = mine.filter(({ outcome }) => outcome === 'accepted');
      const sure = accepted.filter(isSure).length + more(userId);
      const unsure = accepted.filter((act) => !isSure(act) && act.answer.movedCount !== 0).length;
      const events = by(userId, wanted).length;
      const text = `task ${String(id)}: ${String(events)} × ${what} by ${mine[0]?.client.name ?? ''}, who was told ${String(sure)}`;
      if (events < sure) verdict.lost.push(text);
      if (events > sure + unsure) verdict.doubled.push(text);
      for (const act of accepted) act.found = 1;
    }
  };
  const isMove = ({ action, changes }: Event) => 'driver_id' in changes && !SPECIAL.has(action);
  count('moved', on.moves, isMove);
  count('deleted', on.deletions, ({ action }) => action === 'deleted');
  count('restored', on.undos, ({ action }) => action === 'restored');
  count('photo added', on.photos, ({ action }) => action === 'photo added');
  const byPhones = story.filter(
    ({ actorId, action }) =>
      action === 'photo added' &&
      on.taps.some((act) => act.client.role === 'phone' && act.client.userId === actorId),
  ).length;
  if (byPhones !== photos)
    (byPhones < photos ? verdict.lost : verdict.doubled).push(
      `task ${String(id)}: ${String(byPhones)} photos of drivers, who sent ${String(photos)}`,
    );

  const inOrder = order.sort((one, other) => one.event - other.event);
  for (const [, mine] of grouped(inOrder, ({ act }) => act.client.userId)) {
    const late = mine.find(({ act }, index) => act.act < (mine[index - 1]?.act.act ?? 0));
    if (late) verdict.disordered.push(`task ${String(id)}: ${nameOf(late.act)}`);
  }
  checkSignature(id, story, row, on, verdict);
  excuse(story, on);
  return new Set(order.map(({ event }) => event));
}

/** A request waits at most so long for its turn and for locks, and a frozen server longer. */
const AROUND_MS = 15_000;

/** Notes which refused acts were not allowed at some time around their last attempt. */
function excuse(story: Event[], { taps, edits, deletions }: OnTask): void {
  const refused = [...taps, ...edits, ...deletions].filter(({ outcome }) => outcome === 'refused');
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
    act.isFair ||= (sent > 0 && photos > 2) || around.some(({ state }) => !isAllowed(act, state));
  }
}

function isAllowed({ client, path, method, body }: Act, state: Record<string, unknown> | null): boolean {
  if (state === null || state.archived === true) return false;
  if (method === 'DELETE' || path.endsWith('/delete')) return state.status !== 'linked';
  if (client.role !== 'phone' || path !== 'status') return method === 'PATCH';
  // Another stop may be under way.
  if (body.status === 'going' && state.status !== 'going') return false;
  const isThere =
    state.status === body.status || BY_DRIVER.has(`${String(state.status)} ${String(body.status)}`);
  return state.driver_id === client.userId && isThere;
}

const SPECIAL = new Set(['created', 'deleted', 'restored', 'undone', 'unlocked', 'linked again']);
/** Whether the answer says of each task that it was changed. */
const isSure = ({ answer, body }: Act) =>
  answer.movedCount === undefined || answer.movedCount === (body.taskIds as number[] | undefined)?.length;

/** The signature of the last completion that was not undone. */
function checkSignature(
  id: number,
  story: Event[],
  row: Row | undefined,
  on: OnTask,
  verdict: Verdict,
): void {
  if (row?.status !== 'completed') return;
  const last = lastOf(story, ({ changes }) => changes.status?.[1] === 'completed');
  const act = on.taps.find(
    ({ client, taps }) => client.role === 'phone' && client.userId === last?.actorId && taps.has(last.tapped),
  );
  const name = textOf(act?.body.signed_by) || textOf(act?.body.typed_name);
  const first = story[0]?.changes;
  const isDelivery = row.signedBy !== null || first?.linked_task_id !== undefined;
  if (name !== '' && isDelivery && row.signedBy !== name)
    verdict.lost.push(`task ${String(id)}: signed by ${String(row.signedBy)}, not ${name}`);
}

/** Compares each act with the effects that were found. */
function judge(acts: Act[], verdict: Verdict): void {
  for (const act of acts) {
    const { path, outcome, found, answer, body, method } = act;
    const isBatch = path === 'status' || path.endsWith('/batch/status');
    const isUndo = path === 'undo';
    const isOne = method === 'PATCH' || (method === 'POST' && path === '/api/tasks');
    if (outcome === 'refused' && !act.isFair && isExcusable(act))
      verdict.wrong.push(
        `${nameOf(act)}: refused without a reason, ${String(act.status)} ${textOf(answer.error)}`,
      );
    if (!isBatch && !isUndo && !isOne) continue;
    const taskIds = body.taskIds as number[] | undefined;
    const promised = isBatch ? Number(answer.updatedCount) : isUndo ? (taskIds?.length ?? 0) : 1;
    if (outcome === 'refused' && found > 0) verdict.wrong.push(`${nameOf(act)}: refused, but done`);
    if (outcome !== 'accepted') continue;
    if (found < promised) verdict.lost.push(`${nameOf(act)}: ${String(found)} of ${String(promised)}`);
    if (found > promised) verdict.wrong.push(`${nameOf(act)}: ${String(found)}, not ${String(promised)}`);
  }
}

/** Whether the checker knows what allows the act. */
const isExcusable = ({ method, path }: Act) =>
  path === 'status' || method === 'PATCH' || method === 'DELETE' || path.endsWith('/delete');

function countRoutes(story: Event[], clients: Map<number, Client>): void {
  for (const { actorId, action, changes } of story) {
    const client = clients.get(actorId ?? 0);
    if (!client) continue;
    if (action === 'archived') client.archived += 1;
    if (client.role === 'phone' && action === 'pending' && changes.status?.[0] === 'next-route')
      client.resumed += 1;
  }
}

/** Archived tasks and begun routes are counted for each client, because their events do not name the act. */
function judgeRoutes(acts: Act[], clients: Map<number, Client>, verdict: Verdict): void {
  for (const client of clients.values()) {
    const accepted = acts.filter((act) => act.client.userId === client.userId && act.outcome === 'accepted');
    const told = (name: string) => accepted.reduce((sum, { answer }) => sum + Number(answer[name] ?? 0), 0);
    for (const [what, is, promised] of [
      ['archived', client.archived, told('archivedCount')],
      ['begun', client.resumed, client.role === 'phone' ? told('pendingCount') : 0],
    ] as const) {
      const text = `${client.name}: ${String(is)} tasks ${what}, told ${String(promised)}`;
      if (is < promised) verdict.lost.push(text);
      if (is > promised) verdict.wrong.push(`${text}, so something was refused, but done`);
    }
  }
}

type Key = { userId: number; key: string; status: number; response: unknown };

/** Each accepted act has its key, with the answer that the client got, and no other act has one. */
async function compareKeys(acts: Act[], database: TestDatabase, verdict: Verdict): Promise<void> {
  const byKey = new Map(acts.map((act) => [act.key, act]));
  const stored = new Set<Act>();
  let last: Pick<Key, 'userId' | 'key'> = { userId: 0, key: '' };
  for (;;) {
    const keys = await database.rows<Key>(
      `select user_id as "userId", key, status, response from idempotency_keys
       where (user_id, key) > ($1, $2) order by user_id, key limit 2000`,
      [last.userId, last.key],
    );
    if (keys.length === 0) break;
    last = keys.at(-1) ?? last;
    for (const { userId, key, status, response } of keys) {
      const [, ofForm] = /^form-(.{36})-/.exec(key) ?? [];
      const act = byKey.get(ofForm ?? key);
      if (act?.client.userId !== userId) verdict.wrong.push(`nobody has sent the key ${key}`);
      else {
        stored.add(act);
        if (act.outcome === 'refused') verdict.wrong.push(`${nameOf(act)}: refused, but its key is stored`);
        else if (ofForm === undefined && (act.status !== status || act.hash !== hashOf(response)))
          verdict.wrong.push(`${nameOf(act)}: the stored answer differs`);
      }
    }
  }
  for (const act of acts)
    if (act.outcome === 'accepted' && !stored.has(act))
      verdict.lost.push(`${nameOf(act)}: its key is not stored`);
}
