/**
 * Compares the journals of all clients with the final database. It reads nothing else, and has rules of its own, so that
 * a mistake of the product can't hide itself.
 */
import { hashOf } from './journal';
import { nameOf, readJournals, textOf, type Act, type Client, type Verdict } from './read-journals';
import { excuse, followStory, type Event, type Row } from './story';
import type { Queries } from './server';

/** The acts on one task, by what they do. */
type OnTask = { taps: Act[]; edits: Act[]; moves: Act[]; deletions: Act[]; undos: Act[]; photos: Act[] };

export async function check(folder: string, database: Queries, hasKeys: boolean): Promise<Verdict> {
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
    after = taskIds.at(-1) ?? after;
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
  select t.id, type, status, driver_id, archived, notes, version, coalesce(nullif(invoice_number, ''), part_numbers) as mark,
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

const markOf = ({ body }: Act) => textOf(body.invoice_number) || textOf(body.part_numbers);

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
  const count = (what: string, acts: Act[], wanted: (event: Event) => boolean) => {
    for (const [userId, mine] of grouped(acts, ({ client }) => client.userId)) {
      const accepted = mine.filter(({ outcome }) => outcome === 'accepted');
      const sure = accepted.filter(isSure).length;
      const unsure = accepted.filter((act) => !isSure(act) && act.answer.movedCount !== 0).length;
      const events = by(userId, wanted).length;
      const text = `task ${String(id)}: ${String(events)} × ${what} by ${mine[0]?.client.name ?? ''}, who was told ${String(sure)}`;
      if (events < sure) verdict.lost.push(text);
      if (events > sure + unsure) verdict.doubled.push(text);
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
  excuse(story, [...on.taps, ...on.edits, ...on.deletions]);
  return new Set(order.map(({ event }) => event));
}

const SPECIAL = new Set(['created', 'deleted', 'restored', 'undone', 'unlocked', 'linked again']);
/** True when the answer says of each task that it was changed. */
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
  if (name !== '' && row.type === 'delivery' && row.signedBy !== name)
    verdict.lost.push(`task ${String(id)}: signed by ${String(row.signedBy)}, not ${name}`);
}

/** Compares each act with the effects that were found. */
function judge(acts: Act[], verdict: Verdict): void {
  for (const act of acts) {
    const { path, outcome, found, answer, method } = act;
    const isBatch = path === 'status' || path.endsWith('/batch/status');
    const isUndo = path === 'undo';
    const isOne = method === 'PATCH' || (method === 'POST' && path === '/api/tasks');
    if (outcome === 'refused' && !act.isFair && isExcusable(act))
      verdict.wrong.push(
        `${nameOf(act)}: refused without a reason, ${String(act.status)} ${textOf(answer.error)}`,
      );
    if (!isBatch && !isUndo && !isOne) continue;
    const promised = isBatch || isUndo ? Number(answer.updatedCount) : 1;
    if (outcome === 'refused' && found > 0) verdict.wrong.push(`${nameOf(act)}: refused, but done`);
    if (outcome !== 'accepted') continue;
    if (found < promised) verdict.lost.push(`${nameOf(act)}: ${String(found)} of ${String(promised)}`);
    if (found > promised) verdict.wrong.push(`${nameOf(act)}: ${String(found)}, not ${String(promised)}`);
  }
}

/** True when the checker knows what allows the act. */
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

/** Each act has its key, with the answer that the client got; refused forms, and what may be accepted later, have none. */
async function compareKeys(acts: Act[], database: Queries, verdict: Verdict): Promise<void> {
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
        const kept = status < FIRST_REFUSAL ? 'accepted' : 'refused';
        if (act.outcome !== kept)
          verdict.wrong.push(`${nameOf(act)}: ${String(act.outcome)}, but its key is ${kept}`);
        else if (ofForm === undefined && (act.status !== status || act.hash !== hashOf(response)))
          verdict.wrong.push(`${nameOf(act)}: the stored answer differs`);
      }
    }
  }
  for (const act of acts)
    if ((act.outcome === 'accepted' || isKeptRefusal(act)) && !stored.has(act))
      verdict.lost.push(`${nameOf(act)}: its key is not stored`);
}
const FIRST_REFUSAL = 400;
const CONFLICT = 409;

/** Forms keep no refusal, nor does a sentence that asks to try again. */
const isKeptRefusal = ({ status, answer }: Act) => {
  const sentence = textOf(answer.error);
  return status === CONFLICT && sentence !== '' && !/ again/i.test(sentence);
};

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
