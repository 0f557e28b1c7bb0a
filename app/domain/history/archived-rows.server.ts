import { rows } from 'db/connection';
import type { ArchivedRow } from './archived-row';

const iso = (column: string) => `to_json(${column}) #>> '{}'`;

/** SQL, for tasks as `t`: when the driver last set out before the task was completed, as `going.at`. */
export const GOING = `
  left join lateral (
    select max(e.occurred_at) as at from task_events e
    where e.task_id = t.id and e.action = 'going' and e.occurred_at <= t.completed_at
  ) going on true`;
export const MINUTES = 'extract(epoch from t.completed_at - going.at) / 60';

const COLUMNS = `
  t.id, t.type, t.priority, t.location, t.address, t.invoice_number, t.part_numbers, t.notes, t.dealership,
  ${iso('t.need_by')} as need_by, ${iso('going.at')} as going_at, ${iso('t.completed_at')} as completed_at,
  t.completed_at <= t.need_by as "onTime", round(${MINUTES})::integer as minutes,
  t.driver_id as "driverId", coalesce(nullif(u.name, ''), u.username) as driver,
  s.task_id is not null as "hasSignature", s.signed_by,
  (select count(*)::integer from task_photos p where p.task_id = t.id) as "photoCount"`;
const FROM = `
  from tasks t
  left join users u on u.id = t.driver_id
  left join task_signatures s on s.task_id = t.id ${GOING}`;

/**
 * @param rest SQL of ours: where, order and limit.
 * @param more SQL of ours: further columns.
 */
export const archivedRows = <More extends object = object>(
  rest: string,
  bind: Record<string, unknown>,
  more: string[] = [],
): Promise<(ArchivedRow & More)[]> =>
  rows<ArchivedRow & More>(`select ${[COLUMNS, ...more].join(', ')} ${FROM} ${rest}`, bind);
