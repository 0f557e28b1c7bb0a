/** A field with a `fact` is shown wherever a task is. */
import { beforeAll, expect, test } from 'vitest';
import { TASK_FIELDS } from '~/domain/tasks/model/fields';
import type { TaskType } from '~/domain/tasks/model/values';
import { FACT_KEYS, type FactKey, factLabel, factLines } from '~/domain/tasks/model/facts';
import { HANDED_OVER_KEYS, NOTICE_KEYS, noticeLabel } from '~/domain/tasks/model/field-lists';
import type { Task } from '~/domain/tasks/model/task';
import type { FoundTasks } from '~/domain/views/board/find.server';
import { delivery, make, pickup, signature, transfer } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const MAKE = { delivery, pickup, transfer };
const TYPES = ['delivery', 'pickup', 'transfer'] as const;

/** Returns a text that no other field and no other task has. */
const mark = (key: string, of: string) => `${of}-${key.replaceAll('_', '-')}`;
const marks = (of: string) => Object.fromEntries(FACT_KEYS.map((key) => [key, mark(key, of)]));

const typesOf = (key: FactKey): readonly TaskType[] => {
  const field = TASK_FIELDS[key];
  return 'types' in field ? field.types : TYPES;
};
const factsFor = (type: TaskType) => FACT_KEYS.filter((key) => typesOf(key).includes(type));

/** Returns the text of a page without the data for its script. */
async function shown(path: string, by = dispatcher): Promise<string> {
  const { status, body } = await by.get<unknown>(path);
  expect([path, status]).toEqual([path, 200]);
  return typeof body === 'string' ? body.replace(/<script\b[^]*?<\/script>/g, '') : JSON.stringify(body);
}

/** Returns the dialog without the page behind it. */
const dialog = async (path: string, by = dispatcher) => (await shown(path, by)).split('<dialog')[1] ?? '';

type Walked = { task: Task; of: string; views: Record<string, string> };
let walked: Walked[];

async function open(type: TaskType): Promise<Walked> {
  const of = `open-${type}`;
  const place = { location: `At ${of}`, address: `1 ${of} St`, latitude: '39.1', longitude: '-94.6' };
  const task = await make(dispatcher, MAKE[type]({ driver_id: network.ids.driver, ...marks(of), ...place }));
  const [id, driverId] = [String(task.id), String(network.ids.driver)];
  return {
    task,
    of,
    views: {
      'the call': await shown(`/api/tasks/${id}`),
      'the dialog': await dialog(`/dispatcher/tasks/${id}`),
      'the row': await shown(`/dispatcher/drivers/${driverId}`),
      'the run sheet': await shown(`/dispatcher/drivers/${driverId}/sheet`),
      'the card of the phone': await dialog(`/driver/tasks/${id}`, driver),
      'the map': await shown('/api/map'),
    },
  };
}

async function archived(type: TaskType): Promise<Walked> {
  const of = `archived-${type}`;
  const place = { location: `At ${of}`, address: `2 ${of} St` };
  const task = await make(dispatcher, MAKE[type]({ driver_id: network.ids.driver, ...marks(of), ...place }));
  const id = String(task.id);
  const proof = { signature_image: await signature(), signed_by: 'Rosa' };
  await dispatcher.patch(`/api/tasks/${id}`, { status: 'completed', ...(type === 'delivery' && proof) });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [task.id] });
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });
  const { body } = await submitForm(dispatcher, `/history/tasks/${id}`, { intent: 'createProofLink' });
  const link = /value="[^"]*(\/p\/[A-Za-z0-9_-]{43})"/.exec(body)?.[1] ?? '';
  return {
    task,
    of,
    views: {
      'the archive': await shown('/history'),
      'the archived task': await dialog(`/dispatcher/archived/${id}`),
      'the task of the history': await dialog(`/history/tasks/${id}`),
      'the day sheet': await shown(`/history/day-sheet?date=${today}`),
      'the CSV file': await shown(`/history/export.csv?from=${today}&to=${today}`),
      'the proof': await shown(`/proof/${id}`),
      'the customer’s link': await shown(link),
    },
  };
}

beforeAll(async () => {
  walked = [];
  for (const type of TYPES) walked.push(await open(type), await archived(type));
});

test.each(FACT_KEYS)('%s is shown in every view', (key) => {
  const missing = walked
    .filter(({ task }) => typesOf(key).includes(task.type))
    .flatMap(({ of, views }) =>
      Object.entries(views).flatMap(([name, text]) => (text.includes(mark(key, of)) ? [] : `${of}: ${name}`)),
    );
  expect(missing).toEqual([]);
});

test.each(FACT_KEYS)('%s is found, and shown with what is found', async (key) => {
  for (const { task, of } of walked) {
    if (!typesOf(key).includes(task.type)) continue;
    const typed = mark(key, of).toUpperCase();
    const { body } = await dispatcher.get<FoundTasks>(`/api/tasks/find?q=${typed}`);
    expect(body.tasks.map(({ id, [key]: text }) => [id, text])).toEqual([[task.id, mark(key, of)]]);
    // The page puts marks around the letters that were found.
    const page = (await shown(`/dispatcher?q=${typed}`)).replace(/<\/?mark[^>]*>/g, '');
    expect([of, page.includes(mark(key, of))]).toEqual([of, true]);
  }
});

test('a fact has its name in front, in a stack of tasks as well', async () => {
  const place = { location: 'At a stack', address: '3 Stack St', driver_id: network.ids.driver3 };
  const tasks = await Promise.all(
    TYPES.map((type) => make(dispatcher, MAKE[type]({ ...marks(`stack-${type}`), ...place }))),
  );
  const page = await shown('/driver', await network.as('driver3'));
  const phone = page.replaceAll(/<[^>]*>/g, '');
  for (const task of tasks) expect(factLines(task).filter((line) => !phone.includes(line))).toEqual([]);
  expect(factLines(marks('x'))).toEqual(FACT_KEYS.map((key) => `${factLabel(key)} ${mark(key, 'x')}`));
});

test('the delivery of a transfer gets what is handed over', async () => {
  const values = { notes: 'Ring twice', priority: 'urgent', size: 7, skills: ['hazmat'] };
  const times = { deliver_after: '2031-03-10T14:00:00Z', deliver_by: '2031-03-10T18:00:00Z' };
  const drivers = { driver_id: network.ids.driver, transfer_to_driver_id: network.ids.driver2 };
  await dispatcher.post('/api/accounts', { name: transfer().transfer_destination_location });
  const made = await make(dispatcher, transfer({ ...marks('hand'), ...values, ...times, ...drivers }));
  const { body } = await dispatcher.get<Task[]>('/api/tasks');
  const handed = body.find((task) => task.linked_task_id === made.id);
  for (const key of HANDED_OVER_KEYS) {
    expect([key, made[key]]).not.toEqual([key, null]);
    expect([key, handed?.[key]]).toEqual([key, made[key]]);
  }
});

test.each(TYPES)('the driver of a %s gets a notice of each change on the way', async (type) => {
  const { task } = walked.find((each) => each.of === `open-${type}`) ?? {};
  const path = `/api/tasks/${String(task?.id)}`;
  const noticed = NOTICE_KEYS.filter(
    (key) => !('fact' in TASK_FIELDS[key]) || factsFor(type).some((each) => each === key),
  );
  expect((await dispatcher.patch(path, { status: 'going' })).status).toBe(200);
  for (const key of noticed) {
    const { status } = await dispatcher.patch(path, { [key]: `new ${mark(key, type)}` });
    expect([key, status]).toEqual([key, 200]);
  }
  const phone = (await shown('/driver', driver)).toLowerCase();
  const lines = noticed.map((key) => `${noticeLabel(key)} changed to new ${mark(key, type)}`.toLowerCase());
  expect(lines.filter((line) => !phone.includes(line))).toEqual([]);
  await dispatcher.patch(path, { status: 'pending' });
});
