/** The forms of one day. */
import { clockIn, textIn, type Fields } from './forms.server';

export const exceptionOf =
  (kind: string, day: string) =>
  (fields: Fields): Fields => ({
    day,
    kind,
    departs: clockIn(fields, 'departs', 'departs'),
    movedTo: clockIn(fields, 'movedTo', 'movedTo'),
    cutoff: clockIn(fields, 'cutoff', 'cutoff'),
    driverId: fields.driverId ?? null,
    note: textIn(fields, 'note') || null,
  });
