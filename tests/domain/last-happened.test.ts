/** The sentence at the top of a task: who did the last act, which, when, and why. */
import { expect, test } from 'vitest';
import { lastHappened } from '~/domain/tasks/activity/last-happened';
import type { TaskStatus } from '~/domain/tasks/model/task';

type Changes = Record<string, [unknown, unknown]>;
type Line = { label: string; before: string; after: string };

const event = (action: string, by: string, changes: Changes = {}, lines: Line[] = []) => ({
  action,
  by,
  changes,
  lines,
});
type More = { failure?: string | null; attempts?: number; driver?: string };
type Made = ReturnType<typeof event>;

const created = event('created', 'Dana', { status: [null, 'pending'] });
const left = event('going', 'Rita', { status: ['pending', 'going'] });
const failed = (reason: string, by = 'Rita') =>
  event('hold', by, { status: ['going', 'hold'], failure_reason: [null, reason] });
const again = event('pending', 'Dana', { status: ['hold', 'pending'], failure_reason: ['closed', null] });
const line = (label: string, after = 'new') => ({ label, before: '–', after });
const edited = event('updated', 'Dana', { notes: ['', 'Ring'] }, [line('Address'), line('Additional Notes')]);

/** Returns the sentence as it is shown. The minute of an event is its place in the list. */
function said(
  events: Made[],
  status: TaskStatus,
  { failure = null, attempts = 0, driver = 'Rita' }: More = {},
) {
  const found = lastHappened(
    { status, attempts, failure_reason: failure },
    events.map(({ action, by, changes }, index) => ({
      action,
      by,
      changes,
      occurredAt: `:0${String(index)}`,
    })),
    events,
    driver,
  );
  if (!found) return null;
  const { what, at, why, attempt } = found;
  return `${what}, ${at}${why && `: ${why}`}.${attempt === null ? '' : ` Attempt ${String(attempt)}.`}`;
}

test.each([
  [[created], 'pending', {}, 'Dana created it, :00.'],
  [[created, left], 'going', {}, 'Rita started driving there, :01.'],
  [[created, left], 'going', { driver: 'Sam' }, 'Rita set it to Going, :01.'],
  [[created, again, left], 'going', { attempts: 1 }, 'Rita started driving there, :02. Attempt 2.'],
  [[created, edited], 'pending', {}, 'Dana edited it, :01: Address, Additional Notes.'],
  [[created, event('completed', 'Rita')], 'completed', {}, 'Rita completed it, :01.'],
  [
    [created, event('hold', 'Dana', { status: ['pending', 'hold'] })],
    'hold',
    {},
    'Dana put it on hold, :01.',
  ],
  [[created, event('released', 'System')], 'pending', {}, 'The hold ended, :01.'],
  [[event('created', 'System')], 'linked', {}, 'The system created it, :00.'],
  [[created, event('next-route', 'Dana')], 'next-route', {}, 'Dana moved it to the next route, :01.'],
  [[created, event('linked', 'Dana')], 'linked', {}, 'Dana set it to Linked, :01.'],
  [
    [created, event('assigned', 'Dana', {}, [line('Driver', 'Sam')])],
    'pending',
    {},
    'Dana assigned it to Sam, :01.',
  ],
  [
    [created, event('assigned', 'Dana', {}, [line('Driver', '–')])],
    'pending',
    {},
    'Dana unassigned it, :01.',
  ],
  [
    [created, event('pending', 'Dana', { status: ['completed', 'pending'] })],
    'pending',
    {},
    'Dana reopened it, :01.',
  ],
] as const)('the newest change or the state it is in: %#', (events, status, more, sentence) => {
  expect(said([...events], status, more)).toBe(sentence);
});

test('a failure says why and how often, until the task is planned again', () => {
  const all = [created, left, failed('other: gate locked')];
  const now = { failure: 'other: gate locked', attempts: 1 };
  const sentence = 'Rita could not complete it, :02: gate locked. Attempt 1.';
  expect(said(all, 'hold', now)).toBe(sentence);
  // The sentence stays after other changes, and also when Undo has restored the failure.
  expect(said([...all, edited], 'hold', now)).toBe(sentence);
  expect(said([...all, again, event('undone', 'Dana', { status: ['pending', 'hold'] })], 'hold', now)).toBe(
    sentence,
  );
  expect(
    said([created, left, failed('closed: back at 3: ring')], 'hold', { ...now, failure: 'closed' }),
  ).toBe('Rita could not complete it, :02: closed, back at 3: ring. Attempt 1.');
  expect(said([created, failed('no time', 'Dana')], 'hold', { failure: 'no time', attempts: 2 })).toBe(
    'Dana reported that it could not be completed, :01: no time. Attempt 2.',
  );
  expect(said([...all, again], 'pending', { attempts: 1 })).toBe('Dana planned it again, :03. Attempt 2.');
  const forSam = { ...again, lines: [line('Driver', 'Sam')] };
  expect(said([...all, forSam], 'pending', { attempts: 1 })).toBe(
    'Dana planned it again for Sam, :03. Attempt 2.',
  );
});

test('automatic acts of phones and of the address search are not named, nor are changes of hidden fields', () => {
  const quiet = ['seen', 'located', 'reordered'].map((action) => event(action, 'Rita'));
  expect(said([created, ...quiet, event('updated', 'Dana')], 'pending')).toBe('Dana created it, :00.');
  expect(said(quiet, 'pending')).toBeNull();
});
