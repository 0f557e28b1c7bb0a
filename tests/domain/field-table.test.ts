import { expect, test } from 'vitest';
import * as z from 'zod/v4';
import { rulesForChange, rulesForNew } from '~/domain/kernel/field-rules';
import {
  blankOf,
  fieldTable,
  shownValue,
  spokenName,
  valuesOf,
  withChanges,
} from '~/domain/kernel/field-table';
import { Task } from 'db/models/tasks';
import { CreateTask, UpdateTask } from '~/domain/tasks/model/schema';
import { TaskAnswer } from '~/domain/tasks/model/answers';
import { unusedFields } from '~/domain/tasks/model/field-lists';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { mergeTexts } from '~/forms/read-input.server';
import { DomainError } from '~/domain/kernel/errors';

const FIELDS = fieldTable({
  name: { label: 'Full Name', max: 5, required: true },
  kind: { label: 'Kind', options: { big: 'Big One', small: 'Small One' } },
  phone: { label: 'Phone', spoken: 'Phone number', min: 3, max: 5 },
});
const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test('rules and their sentences follow from the table', () => {
  const New = z.strictObject(rulesForNew(FIELDS));
  expect(New.parse({ name: ' Ann ', kind: 'big' })).toEqual({ name: 'Ann', kind: 'big', phone: '' });
  expect(messages(New, { name: '', phone: '12' })).toEqual([
    'Full name is required',
    'Kind is required',
    'Phone number must be at least 3 characters long',
  ]);
  expect(messages(New, { name: 'Annabel', kind: 'big' })).toEqual(['Full name must be at most 5 characters']);
});

test('a change takes any subset, and keeps what it does not give', () => {
  const Change = z.strictObject(rulesForChange(FIELDS));
  expect(Change.parse({})).toEqual({});
  expect(messages(Change, { name: '' })).toEqual(['Full name is required']);
  const row = { name: 'Ann', kind: 'big', phone: '123', version: 4 };
  const change = { phone: '456', version: 9, name: undefined };
  expect(withChanges(FIELDS, row, change as Partial<typeof row>)).toEqual({ ...row, phone: '456' });
});

test('blanks, values and what people read follow from the table', () => {
  expect(blankOf(FIELDS)).toEqual({ name: '', phone: '' });
  const row = { name: 'Ann', kind: 'big', phone: '', id: 7 } as const;
  expect(valuesOf(FIELDS, row)).toEqual({ name: 'Ann', kind: 'big', phone: '' });
  expect([
    shownValue(FIELDS.kind, 'big'),
    shownValue(FIELDS.name, 'big'),
    shownValue(FIELDS.phone, ''),
  ]).toEqual(['Big One', 'big', '–']);
  expect(Object.values(FIELDS).map(spokenName)).toEqual(['Full name', 'Kind', 'Phone number']);
});

test('a form that others overtook takes what only they changed, and asks where both did', async () => {
  const changes = [
    {
      by: 'Kim',
      occurredAt: '2026-01-05T15:00:00Z',
      changes: { name: ['Ann', 'Theirs'], phone: ['', '123'] },
    },
  ];
  const current = { name: 'Theirs', kind: 'big', phone: '123', version: 2 };
  const { conflict, inputs } = await mergeTexts(FIELDS)({
    mine: { name: 'Mine', kind: 'big', phone: '' },
    error: new DomainError('stale', 'changed', { current, changes }),
    actor: undefined as never,
  });
  const change = { by: 'Kim', at: '2026-01-05T15:00:00Z' };
  expect(conflict).toEqual({
    version: 2,
    contested: [
      {
        ...change,
        key: 'name',
        label: 'Full Name',
        theirs: 'Theirs',
        mine: 'Mine',
        inputs: [{ name: 'name', value: 'Theirs' }],
      },
    ],
    taken: [{ ...change, key: 'phone', label: 'Phone', theirs: '123', before: '–' }],
  });
  expect(inputs).toEqual({ name: 'Mine', kind: 'big', phone: '123' });
});

test('each field of the task form is a column, an input of both commands, and in the answer', () => {
  for (const places of [
    Task.names,
    ...[CreateTask, UpdateTask, TaskAnswer].map(({ shape }) => Object.keys(shape)),
  ])
    expect(places).toEqual(expect.arrayContaining(Object.keys(FORM_FIELDS)));
});

test('a type empties the fields that it has no use for; a delivery out of a transfer keeps its parts', () => {
  const transfer = {
    transfer_to_driver_id: null,
    transfer_destination_location: null,
    transfer_destination_address: null,
  };
  expect(unusedFields('transfer', false)).toEqual({ invoice_number: '' });
  expect(unusedFields('pickup', false)).toEqual({
    invoice_number: '',
    deliver_after: null,
    deliver_by: null,
    ...transfer,
  });
  expect(unusedFields('delivery', false)).toEqual({
    part_numbers: '',
    ...transfer,
  });
  expect(unusedFields('delivery', true)).toEqual(transfer);
});
