/** Forms of shifts: reads their texts, and merges changes by others. */
import { DomainError, fieldRefusal } from '~/domain/kernel/errors';
import type { Merged } from '~/domain/kernel/form-merge';
import { SHIFT_FIELDS, SHIFT_KEYS, textsOf } from '~/domain/network/shifts/fields';
import { apiClock, parseClock, readHours } from '~/domain/network/shifts/hours';
import type { Shift } from '~/domain/network/shifts/schema';
import { mergeTexts, type Merging } from '~/forms/read-input.server';
import { untranslated } from '~/domain/kernel/sentence';

type Fields = Record<string, unknown>;

const textIn = (fields: Fields, name: string) => {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
};

export function shiftOf(fields: Fields): Fields {
  const hours = textIn(fields, 'hours');
  const parsed = hours === '' ? null : readHours(hours);
  if (typeof parsed === 'string') throw fieldRefusal('hours', untranslated('invalidHours', parsed));
  const breakFrom = textIn(fields, 'breakFrom');
  const from = breakFrom === '' ? null : parseClock(breakFrom);
  if (breakFrom !== '' && from === null)
    throw fieldRefusal('breakFrom', untranslated('invalidBreak', 'Enter a time like 11:30 AM'));
  return {
    start: parsed && apiClock(parsed.starts),
    end: parsed && apiClock(parsed.ends),
    breakMinutes: fields.breakMinutes,
    breakFrom: from === null ? null : apiClock(from),
    startPlace: textIn(fields, 'startPlace') || null,
    endPlace: textIn(fields, 'endPlace') || null,
  };
}

/** Shifts have no activity log, so the form sends the values that it was opened with. */
export const mergeShift: Merging = ({ actor, mine, error }) => {
  const { current, changes } = error.details as {
    current: Shift | null;
    changes: { by: string; occurredAt: string }[];
  };
  const theirs = textsOf(current);
  const pairs = SHIFT_KEYS.map((key): [string, [string, string]] => [
    key,
    [mine[`_${key}`] ?? '', theirs[key]],
  ]);
  const changed = Object.fromEntries(pairs.filter(([, [before, after]]) => before !== after));
  const stale = new DomainError(error.kind, error.said, {
    current: { ...theirs, version: current?.version ?? 0 },
    changes: changes.map((change) => ({ ...change, changes: changed })),
  });
  const merged = mergeTexts(SHIFT_FIELDS)({ actor, mine, error: stale }) as Merged;
  const opened = Object.fromEntries(SHIFT_KEYS.map((key) => [`_${key}`, theirs[key]]));
  return { ...merged, inputs: { ...merged.inputs, ...opened } };
};

/** The days of a week's form that the person has changed. */
export const changedDays = (fields: Fields): Fields => ({
  days: Object.keys(fields)
    .filter((name) => name.startsWith('day_') && textIn(fields, name) !== textIn(fields, `was_${name}`))
    .map((name) => ({
      day: name.slice('day_'.length),
      hours: textIn(fields, name),
      version: Number(textIn(fields, `seen_${name}`)),
    })),
});
