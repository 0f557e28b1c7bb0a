/** The figures of a range of days, its export, and day sheets. */
import { beforeAll, expect, test } from 'vitest';
import type { Report } from '~/modules/history/schema';
import { countedBothWays, plantArchive } from '../support/archive';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
let ids: number[];

const DAY = '2026-11-01'; // 25 hours long

beforeAll(async () => {
  ids = await plantArchive(network, [
    // 20 minutes after it was going, and on time to the second.
    { completedAt: '2026-11-01T15:00:00Z', goingAt: '2026-11-01T14:40:00Z', needBy: '2026-11-01T15:00:00Z' },
    // 100 minutes after it was going, late, and in the hour that comes twice.
    { completedAt: '2026-11-01T07:10:00Z', goingAt: '2026-11-01T05:30:00Z', needBy: '2026-11-01T07:09:59Z' },
    {
      completedAt: '2026-11-02T05:30:00Z',
      driver: 'driver2',
      notes: '=HYPERLINK("x")',
      location: 'Say "hi", Inc.',
    },
    { completedAt: '2026-11-02T06:00:00Z', driver: null, goingAt: '2026-11-02T05:00:00Z' },
    { completedAt: '2026-11-05T18:00:00Z', driver: 'driver2', goingAt: '2026-11-05T17:30:00Z' },
  ]);
});

const report = async (query: string) => dispatcher.get<string>(`/history/report?${query}`);
/** Returns the cells of the table with this caption. */
function table(html: string, caption: string): string[][] {
  const [, part = ''] = html.split(`<caption>${caption}</caption>`);
  const [body = ''] = (part.split('<tbody>')[1] ?? '').split('</tbody>');
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((line) =>
      line
        .split(/<\/t[hd]>/)
        .slice(0, -1)
        .map((cell) => cell.replace(/<[^>]*>/g, '')),
    );
}

test('completed, on time against need-by, and minutes from going to completed, per driver and per day', async () => {
  const { body, status } = await report('from=2026-11-01&to=2026-11-05');
  expect(status).toBe(200);
  expect(table(body, 'Figures by driver')).toEqual([
    ['Alma Driver', '2', '2', '1', '50%', '1 h', '1 h'],
    ['Ben Driver', '2', '0', '0', '–', '30 min', '30 min'],
    ['No driver', '1', '0', '0', '–', '1 h', '1 h'],
  ]);
  expect(table(body, 'Figures by day')).toEqual([
    ['Sunday, November 1, 2026', '3', '2', '1', '50%', '1 h', '1 h'],
    ['Monday, November 2, 2026', '1', '0', '0', '–', '1 h', '1 h'],
    ['Thursday, November 5, 2026', '1', '0', '0', '–', '30 min', '30 min'],
  ]);
  expect(body).toContain('1 of 2 with a Deliver By or need-by time');
});

test('the same for scripts', async () => {
  const path = `/api/history/report?from=${DAY}&to=${DAY}`;
  const { body } = await dispatcher.get<Report>(path);
  expect(body.total).toEqual({ completed: 3, due: 2, onTime: 1, median: 60, mean: 60 });
  expect(body.drivers.map(({ name, completed }) => [name, completed])).toEqual([
    ['Alma Driver', 2],
    ['Ben Driver', 1],
  ]);
  expect(body.days).toMatchObject([{ day: DAY, completed: 3 }]);
  expect((await (await network.as('driver')).get(path)).status).toBe(403);
  const bad = await dispatcher.get<{ error: string }>('/api/history/report?from=2026-13-01&to=2026-01-01');
  expect([bad.status, bad.body.error]).toEqual([422, 'Invalid date']);
});

test('a report of one driver, or of tasks without one', async () => {
  const own = await report(`from=${DAY}&to=2026-11-05&driver=${String(network.ids.driver2)}`);
  expect(table(own.body, 'Figures by driver').map(([name]) => name)).toEqual(['Ben Driver']);
  expect(table(own.body, 'Figures by day')).toHaveLength(2);
  const none = await report(`from=${DAY}&to=2026-11-05&driver=0`);
  expect(table(none.body, 'Figures by driver').map(([name]) => name)).toEqual(['No driver']);
});

test('the last going before completion counts', async () => {
  const [id] = await plantArchive(network, [
    { completedAt: '2026-10-10T18:00:00Z', goingAt: '2026-10-10T15:00:00Z' },
  ]);
  await network.database.rows(
    `insert into task_events (task_id, action, occurred_at)
     values ($1, 'going', '2026-10-10T17:45:00Z'), ($1, 'going', '2026-10-10T18:30:00Z')`,
    [id],
  );
  const { body } = await report('from=2026-10-10&to=2026-10-10');
  expect(table(body, 'Figures by driver')[0]).toContain('15 min');
});

test('figures are counted anew when something is deleted', async () => {
  const [first] = await plantArchive(network, [
    { completedAt: '2026-09-09T18:00:00Z' },
    { completedAt: '2026-09-09T19:00:00Z' },
  ]);
  const count = async () =>
    table((await report('from=2026-09-09&to=2026-09-09')).body, 'Figures by driver')[0]?.[1];
  expect(await count()).toBe('2');
  await submitForm(dispatcher, `/history/tasks/${String(first)}/delete`, { intent: 'deleteTask' });
  expect(await count()).toBe('1');
});

type CountedDay = { date: string; row: string };
const storedFigures = (from: string, to: string) =>
  network.database.rows<CountedDay>(
    'select date::text, xmin::text as row from archive_figures where date between $1 and $2 order by 1',
    [from, to],
  );

test('a day is counted once, and again when something of it has changed', async () => {
  const [first] = await plantArchive(network, [
    { completedAt: '2026-08-03T18:00:00Z', goingAt: '2026-08-03T17:00:00Z' },
    { completedAt: '2026-08-03T19:00:00Z', goingAt: '2026-08-03T18:50:00Z' },
    { completedAt: '2026-08-04T18:00:00Z' },
  ]);
  const ask = async (to: string) =>
    (await dispatcher.get<Report>(`/api/history/report?from=2026-08-03&to=${to}`)).body;
  expect((await ask('2026-08-04')).total).toMatchObject({ completed: 3, median: 35 });
  const before = await storedFigures('2026-08-01', '2026-08-31');
  expect(before.map(({ date }) => date)).toEqual(['2026-08-03', '2026-08-04']);
  // There was no request for this range before, but only its new day is counted.
  expect((await ask('2026-08-05')).total.completed).toBe(3);
  expect((await storedFigures('2026-08-01', '2026-08-31')).slice(0, 2)).toEqual(before);
  await submitForm(dispatcher, `/history/tasks/${String(first)}/delete`, { intent: 'deleteTask' });
  expect((await ask('2026-08-04')).total).toMatchObject({ completed: 2, median: 10 });
  const after = await storedFigures('2026-08-03', '2026-08-04');
  expect(after[0]?.row).not.toBe(before[0]?.row);
  expect(after[1]).toEqual(before[1]);
});

test('started in another time zone, everything has other days, and what is archived can be deleted', async () => {
  const [id] = await plantArchive(network, [{ completedAt: '2026-06-02T04:30:00Z' }]);
  const completed = async (origin: string) => {
    const path = '/api/history/report?from=2026-06-01&to=2026-06-02';
    const { days } = (await dispatcher.through(origin).get<Report>(path)).body;
    return days.map((day) => day.completed);
  };
  expect(await completed(network.app.origin)).toEqual([1, 0]);
  const elsewhere = await network.another({ BUSINESS_TIME_ZONE: 'America/New_York' });
  expect(await completed(elsewhere.origin)).toEqual([0, 1]);
  const { kept, real } = await countedBothWays(network, 'America/New_York');
  expect(kept).toEqual(real);
  expect(kept).toContainEqual(expect.objectContaining({ date: '2026-06-02', task_count: 1 }));
  const deleted = await dispatcher.through(elsewhere.origin).del(`/api/tasks/${String(id)}`);
  expect(deleted.status).toBe(200);
  expect(await completed(elsewhere.origin)).toEqual([0, 0]);
  await elsewhere.stop();
  const back = await network.another();
  const again = await countedBothWays(network);
  expect(again.kept).toEqual(again.real);
  await back.stop();
});

test('a report of many days is what a count of the tasks themselves is', async () => {
  const drivers = ['driver', 'driver2', 'driver3', null];
  await plantArchive(
    network,
    Array.from({ length: 600 }, (_, n) => {
      const completed = Date.parse('2026-03-01T00:00:00Z') + ((n * 7_919_003) % 2_592_000) * 1_000;
      const minutes = (n * 37) % 90;
      return {
        completedAt: new Date(completed).toISOString(),
        driver: drivers[n % 4] ?? null,
        goingAt: n % 3 === 0 ? null : new Date(completed - minutes * 60_000 - 123).toISOString(),
        needBy: n % 2 === 0 ? null : new Date(completed + ((n % 5) - 2) * 60_000).toISOString(),
      };
    }),
  );
  const { body } = await dispatcher.get<Report>('/api/history/report?from=2026-03-01&to=2026-03-31');
  type Counted = {
    driver: number | null;
    completed: number;
    due: number;
    kept: number;
    median: number | null;
  };
  const counted = await network.database.rows<Counted>(
    `select driver_id as driver, count(*)::integer as completed, count(need_by)::integer as due,
       (count(*) filter (where completed_at <= need_by))::integer as kept,
       percentile_cont(0.5) within group (order by extract(epoch from completed_at - e.occurred_at) / 60) as median
     from tasks t left join task_events e on e.task_id = t.id and e.action = 'going'
     where archived and (completed_at at time zone 'America/Chicago')::date between '2026-03-01' and '2026-03-31'
     group by grouping sets ((), (driver_id))`,
  );
  const reported = [{ driverId: undefined, ...body.total }, ...body.drivers].map(
    ({ driverId, completed, due, onTime, median }) => [driverId, completed, due, onTime, median?.toFixed(6)],
  );
  const total = counted.reduce((most, row) => (row.completed > most.completed ? row : most));
  const wanted = counted.map((row) => [
    row === total ? undefined : row.driver,
    row.completed,
    row.due,
    row.kept,
    row.median?.toFixed(6),
  ]);
  expect(reported).toHaveLength(5);
  expect(new Set(reported.map(String))).toEqual(new Set(wanted.map(String)));
});

test.each([
  ['from=2026-02-30&to=2026-03-01', 'Invalid date'],
  ['from=2026-03-01&to=soon', 'Invalid date'],
  ['from=2026-03-02&to=2026-03-01', 'The first day must not be after the last'],
  ['from=2025-01-01&to=2026-01-02', 'Choose at most 366 days'],
])('%s is refused, with the form as it was', async (query, sentence) => {
  const { status, body } = await report(query);
  expect(status).toBe(422);
  expect(body).toContain(sentence);
  expect(body).toContain(`value="${query.slice(5, 15)}"`);
  expect((await dispatcher.get(`/history/export.csv?${query}`)).status).toBe(422);
});

test('a leap year is not too much', async () => {
  expect((await report('from=2024-01-01&to=2024-12-31')).status).toBe(200);
});

test('the export has every task of the range, and nothing in it runs', async () => {
  const { body, headers } = await dispatcher.get<string>(`/history/export.csv?from=${DAY}&to=${DAY}`);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="history-${DAY}-to-${DAY}.csv"`);
  const lines = body.split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(
    new RegExp(`^${String(ids[1])},2026-11-01 01:10,2026-11-01T07:10:00.000Z,Delivery,`),
  );
  expect(lines[1]).toContain(',2026-11-01 00:30,100,2026-11-01 01:09,no,');
  expect(lines[3]).toContain('"Say ""hi"", Inc."');
  expect(lines[3]).toContain(`"'=HYPERLINK(""x"")"`);
});

test('an export of many pages is whole and in order', async () => {
  await plantArchive(
    network,
    // Many tasks have the same time, so a page ends between two of them.
    Array.from({ length: 4_500 }, (_, i) => ({
      completedAt: new Date(Date.parse('2026-07-01T12:00:00Z') + Math.floor(i / 1_500)).toISOString(),
    })),
  );
  const { body } = await dispatcher.get<string>('/history/export.csv?from=2026-07-01&to=2026-07-01');
  const tasks = body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[0]));
  expect(new Set(tasks).size).toBe(4_500);
  expect(tasks).toEqual([...tasks].sort((a, b) => a - b));
});

test('a day sheet for each driver, in the order of the day', async () => {
  const { body } = await dispatcher.get<string>(`/history/day-sheet?date=${DAY}`);
  expect([...body.matchAll(/aria-label="Day sheet for ([^"]+)"/g)].map(([, name]) => name)).toEqual([
    'Alma Driver',
    'Ben Driver',
  ]);
  expect(body).toContain('2 tasks completed, 1 of 2 on time');
  const [, alma = ''] = body.split('Day sheet for Alma Driver');
  expect(alma.indexOf(`/proof/${String(ids[1])}`)).toBeLessThan(alma.indexOf(`/proof/${String(ids[0])}`));
  const one = await dispatcher.get<string>(
    `/history/day-sheet?date=${DAY}&driver=${String(network.ids.driver2)}`,
  );
  expect(one.body).not.toContain('Day sheet for Alma Driver');
  expect((await dispatcher.get('/history/day-sheet?date=nonsense')).status).toBe(422);
});

test('on time is measured by Deliver By, and by need-by only where there is none', async () => {
  const day = '2026-10-05';
  const [kept, late] = await plantArchive(network, [
    { completedAt: `${day}T18:00:00Z`, needBy: `${day}T15:00:00Z` },
    { completedAt: `${day}T19:00:00Z`, needBy: `${day}T20:00:00Z` },
    { completedAt: `${day}T19:30:00Z`, needBy: `${day}T20:00:00Z` },
    { completedAt: `${day}T19:40:00Z` },
  ]);
  await network.database.rows(
    `update tasks set deliver_by = completed_at + case id when $1 then 1 else -1 end * interval '1 minute'
     where id in ($1, $2)`,
    [kept, late],
  );
  const { body } = await dispatcher.get<Report>(`/api/history/report?from=${day}&to=${day}`);
  expect(body.total).toMatchObject({ completed: 4, due: 3, onTime: 2 });
  const page = await dispatcher.get<string>(`/history?date=${day}`, { accept: 'text/html' });
  const shown = page.body.replace(/<!-- -->/g, '');
  expect(shown.match(/Deliver By/g)).toHaveLength(2);
  expect(shown.match(/Need By/g)).toHaveLength(3);
  expect(shown.match(/· late/g)).toHaveLength(1);
});
