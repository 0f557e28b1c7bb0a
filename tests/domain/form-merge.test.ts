import { expect, test } from 'vitest';
import { mergeFields, settleChoices, type FormInputs } from '~/domain/kernel/form-merge';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { needByNotice } from '~/domain/tasks/model/problems';

const FIELDS = Object.values(FORM_FIELDS);
const base: FormInputs = {
  notes: 'one\ntwo',
  location: 'Here',
  driver_id: '3',
  need_by_date: '',
  need_by_hour: '',
};
const keys = (fields: { key: string }[]) => fields.map(({ key }) => key);

test.each([
  ['nobody', {}, {}, [], []],
  ['only I', { notes: 'mine' }, {}, [], []],
  ['only they', {}, { driver_id: '4' }, [], ['driver_id']],
  ['both, to the same', { driver_id: '4' }, { driver_id: '4' }, [], []],
  ['both, to different things', { driver_id: '' }, { driver_id: '4' }, ['driver_id'], []],
  [
    'only they, and a browser sent its own line breaks',
    { notes: 'one\r\ntwo ' },
    { notes: 'three' },
    [],
    ['notes'],
  ],
  [
    'only they, and the form suggested an hour without a day',
    { need_by_hour: '9' },
    { need_by_date: '2027-01-02', need_by_hour: '8' },
    [],
    ['need_by'],
  ],
  [
    'both, the hour alone',
    { need_by_date: '2027-01-02', need_by_hour: '9' },
    { need_by_date: '2027-01-02', need_by_hour: '8' },
    ['need_by'],
    [],
  ],
])('%s changed something', (_, mine, theirs, contested, taken) => {
  const merge = mergeFields(FIELDS, {
    base,
    mine: { ...base, ...mine },
    theirs: { ...base, ...theirs },
  });
  expect(keys(merge.contested)).toEqual(contested);
  expect(keys(merge.taken)).toEqual(taken);
  const expected = taken.length > 0 ? { ...base, ...mine, ...theirs } : { ...base, ...mine };
  expect(merge.inputs).toEqual(expected);
});

test('a field that the form did not offer is theirs', () => {
  const { status: _status, ...mine } = { ...base, status: 'pending' };
  const merge = mergeFields(FIELDS, {
    base: { ...base, status: 'linked' },
    mine,
    theirs: { ...base, status: 'pending' },
  });
  expect(keys(merge.contested)).toEqual([]);
  expect(merge.inputs.status).toBe('pending');
});

test('a choice for theirs replaces all inputs of the field, one for mine none', () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    notes: 'mine',
    merge_notes: 'mine',
    theirs_notes: 'theirs',
    need_by_date: '2027-01-01',
    need_by_hour: '1',
    merge_need_by: 'theirs',
    theirs_need_by_date: '',
    theirs_need_by_hour: '',
  }))
    form.set(name, value);
  settleChoices(form, FIELDS);
  expect(Object.fromEntries(form)).toEqual({ notes: 'mine', need_by_date: '', need_by_hour: '' });
});

test.each([
  ['', 9, null],
  ['no day', 9, null],
  ['2027-06-01', 9, null],
  [
    '2027-03-14',
    2,
    {
      possible: false,
      text: '2 AM does not exist on Mar 14, 2027 because clocks move forward. Choose another hour.',
    },
  ],
  [
    '2027-11-07',
    1,
    {
      possible: true,
      text: '1 AM happens twice on Nov 7, 2027 because clocks move back. The task waits for the second one.',
    },
  ],
  [
    '2027-01-05',
    9,
    { possible: true, text: '9 AM on Jan 5, 2027 has already passed: the task becomes Pending right away.' },
  ],
  [
    '2027-01-05',
    null,
    { possible: false, text: 'No full hour is left on Jan 5, 2027. Choose another day or an hour.' },
  ],
])('of %s %s h there is to say', (date, hour, notice) => {
  expect(needByNotice(date, hour, new Date('2027-01-05T15:00:00Z'), 'America/Chicago')).toEqual(notice);
});
