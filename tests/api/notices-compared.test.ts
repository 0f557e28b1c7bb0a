/** After any changes by the office, the notices say the same as a comparison of the confirmed list with the present one. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { make, pickup } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const BY = 'by dana dispatcher';
const PLACES = ['Osage', 'Prairie', 'Vine', 'Walnut', 'Osage'];
const FIELDS = { address: 'address', notes: 'notes', part_numbers: 'part #' } as const;

async function shown(): Promise<{ texts: string[]; upTo: number }> {
  const { body } = await driver.get<string>('/driver', { accept: 'text/html' });
  const [form = ''] = /<form[^>]*>(?:(?!<\/form>).)*value="readNotices"(?:(?!<\/form>).)*/s.exec(body) ?? [];
  return {
    texts: [...form.matchAll(/<li>([^<]+)<\/li>/g)].map(([, text = '']) => text),
    upTo: Number(/name="upTo" value="(\d+)"/.exec(form)?.[1] ?? 0),
  };
}

/**
 * Returns the words of the notices for each stop.
 * @throws when a stop is named twice.
 */
function claimsIn(texts: string[]): Map<string, string[]> {
  const claims = new Map<string, string[]>();
  for (const text of texts) {
    const at = text.indexOf(': ');
    const [head, tail] = [text.slice(0, at), text.slice(at + 2)];
    const isOwn = PLACES.includes(head);
    for (const place of isOwn ? [head] : tail.split(', ')) {
      if (claims.has(place) || !PLACES.includes(place)) throw new Error(`${place}: ${texts.join(' | ')}`);
      claims.set(place, (isOwn ? tail : head).toLowerCase().split('; ').sort());
    }
  }
  return claims;
}

type TaskList = Map<number, Task>;
type Toast = Awaited<ReturnType<typeof submitForm>>['toast'];
const isOn = (task: Task | undefined) =>
  task?.driver_id === network.ids.driver && ['pending', 'going'].includes(task?.status ?? '');
const listOf = async (): Promise<TaskList> => {
  const { body } = await dispatcher.get<Task[]>('/api/tasks');
  return new Map(body.map((task) => [task.id, task]));
};

/** Computes the same words by comparing both lists. */
function expected(was: TaskList, is: TaskList): Map<string, string[]> {
  const claims = new Map<string, string[]>();
  const places = new Set([...is.values()].filter(isOn).map(({ location }) => location));
  for (const place of new Set(PLACES)) {
    const said = new Set<string>();
    const gone: string[] = [];
    for (const id of new Set([...was.keys(), ...is.keys()])) {
      const [before, now] = [was.get(id), is.get(id)];
      if ((before ?? now)?.location !== place) continue;
      if (isOn(now)) {
        if (now?.priority === 'urgent' && !(isOn(before) && before?.priority === 'urgent'))
          said.add('urgent');
        if (!isOn(before) || before?.status !== 'going') continue;
        if (now?.status === 'pending') said.add(`set back to pending ${BY}`);
        for (const [field, label] of Object.entries(FIELDS) as [keyof typeof FIELDS, string][])
          if (before[field] !== now?.[field])
            said.add(`${label} changed to ${String(now?.[field]).toLowerCase()}`);
      } else if (isOn(before)) {
        const isMine = now?.driver_id === network.ids.driver;
        gone.push(
          isMine && now?.status === 'completed'
            ? `completed ${BY}`
            : isMine && now?.status === 'next-route'
              ? `moved to your next route ${BY}`
              : `removed from your route ${BY}`,
        );
      }
    }
    for (const each of gone) {
      const count = gone.filter((other) => other === each).length;
      said.add(places.has(place) ? `${count === 1 ? '1 task' : `${String(count)} tasks`} ${each}` : each);
    }
    if (said.size > 0) claims.set(place, [...said].sort());
  }
  return claims;
}

const patch = (id: number, change: object) => dispatcher.patch(`/api/tasks/${String(id)}`, change);

type Given = { id: number; count: number; toasts: Toast[] };

/** Some of these acts are refused and change nothing. */
const ACTS: Record<string, (given: Given) => Promise<unknown>> = {
  hold: ({ id }) => patch(id, { status: 'hold' }),
  'next route': ({ id }) => patch(id, { status: 'next-route' }),
  pending: ({ id }) => patch(id, { status: 'pending' }),
  complete: ({ id }) => patch(id, { status: 'completed' }),
  away: ({ id }) => patch(id, { driver_id: network.ids.driver2 }),
  nobody: ({ id }) => patch(id, { driver_id: null }),
  back: ({ id }) => patch(id, { driver_id: network.ids.driver, status: 'pending' }),
  urgent: ({ id }) => patch(id, { priority: 'urgent' }),
  normal: ({ id }) => patch(id, { priority: 'normal' }),
  notes: ({ id, count }) => patch(id, { notes: `Note ${String(count % 3)}` }),
  parts: ({ id, count }) => patch(id, { part_numbers: `P-${String(count % 2)}` }),
  delete: async ({ id, toasts }) => {
    const path = `/dispatcher/tasks/${String(id)}/delete`;
    toasts.push((await submitForm(dispatcher, path, { intent: 'deleteTask' })).toast);
  },
  undo: async ({ toasts }) => {
    const toast = toasts.pop();
    if (toast?.offer) await undo(dispatcher, toast);
  },
  ok: () => Promise.resolve(),
};

async function run(acts: [string, number][]): Promise<void> {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from driver_notices');
  const ids: number[] = [];
  for (const location of PLACES)
    ids.push(
      (
        await make(
          dispatcher,
          pickup({ driver_id: network.ids.driver, location, address: `1 ${location} St` }),
        )
      ).id,
    );
  await driver.patch(`/api/tasks/${String(ids[1])}`, { status: 'going' });
  const toasts: Toast[] = [];
  let confirmed = await listOf();
  let before = confirmed;
  const noted = new Set<number>();
  let count = 0;
  for (const [act, index] of acts) {
    count += 1;
    await ACTS[act]?.({ id: ids[index] ?? 0, count, toasts });
    const now = await listOf();
    for (const [id, task] of now) {
      if (!isOn(task) || isOn(before.get(id)) || isOn(confirmed.get(id))) continue;
      // A task that arrives without a notice needs no confirmation.
      if (task.priority === 'urgent' || noted.has(id)) noted.add(id);
      else confirmed.set(id, task);
    }
    before = now;
    if (act !== 'ok') continue;
    const { texts, upTo } = await shown();
    if (texts.length === 0) continue;
    confirmed = await listOf();
    noted.clear();
    await driver.post('/api/tasks/notices/read', { upTo });
    expect((await shown()).texts).toEqual([]);
  }
  const { texts } = await shown();
  expect(claimsIn(texts), texts.join(' | ')).toEqual(expected(confirmed, await listOf()));
}

const act = fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(PLACES.length - 1));

test('any sequence of changes, Undo and OK: one sentence for a stop, and only what is true @long', async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), run), {
    numRuns: 12,
    endOnFailure: true,
  });
});

test.each([
  [
    'a deletion that is taken back',
    [
      ['delete', 0],
      ['undo', 0],
    ],
  ],
  [
    'urgent, then taken away',
    [
      ['urgent', 2],
      ['away', 2],
    ],
  ],
  ['to the next route', [['next route', 1]]],
  ['one of two tasks at a place', [['away', 0]]],
  [
    'urgent, confirmed, calm and urgent again',
    [
      ['urgent', 2],
      ['ok', 0],
      ['normal', 2],
      ['hold', 3],
      ['ok', 0],
      ['urgent', 2],
    ],
  ],
] as [string, [string, number][]][])('%s', async (_, acts) => {
  await run(acts);
});
