/** The form of one shift: its fields, and a shift as their texts. Safe in the browser. */
import { fieldTable, keysOf } from '~/domain/kernel/field-table';
import { clockText, hoursText, parseClock, parseHours } from './hours';
import type { Shift } from './schema';

export const SHIFT_FIELDS = fieldTable({
  hours: {
    label: 'Hours',
    hint: 'For example 8:00 AM–4:30 PM or 8a–4:30p. An end after midnight: 10p–6a. Empty: no shift',
  },
  breakMinutes: { label: 'Break (min)' },
  breakFrom: { label: 'Break starts at', hint: 'Blank = any time' },
  startPlace: { label: 'Starts at' },
  endPlace: { label: 'Ends at' },
});

type ShiftTexts = Record<keyof typeof SHIFT_FIELDS, string>;
export const SHIFT_KEYS = keysOf(SHIFT_FIELDS);

/** `10:00 PM–6:00 AM (+1)`; empty for no shift. */
export function shownHours(shift: Pick<Shift, 'start' | 'end'> | null | undefined): string {
  const hours = shift && parseHours(`${shift.start}–${shift.end}`);
  return hours ? hoursText(hours) : '';
}

export const textsOf = (shift: Shift | null | undefined): ShiftTexts => ({
  hours: shownHours(shift),
  breakMinutes: shift?.breakMinutes ? String(shift.breakMinutes) : '',
  breakFrom: shift?.breakFrom ? clockText(parseClock(shift.breakFrom) ?? 0) : '',
  startPlace: shift?.startPlace ?? '',
  endPlace: shift?.endPlace ?? '',
});

/**
 * The name of a day's field in the form of a week. Names of fields must begin with a letter, so a date alone
 * is none.
 */
export const fieldOfDay = (day: string) => `day_${day}`;
