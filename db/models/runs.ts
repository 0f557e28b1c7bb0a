/** Runs: departures that tasks join until a cut-off. Clocks are minutes since midnight on the network's clocks. */
import {
  boolean,
  day,
  identity,
  instant,
  integer,
  integers,
  json,
  key,
  nullable,
  oneOf,
  preset,
  table,
  text,
  texts,
} from './table';

export class RunSchedule extends table('run_schedules', {
  id: identity(integer),
  name: text,
  dealership: text,
  driverId: nullable(integer),
  vehicle: nullable(text),
  zone: nullable(json<{ zips: string[] } | { polygon: [number, number][] }>()),
  shipVia: preset(texts),
  isDefault: preset(boolean),
  orderKind: preset(oneOf('fixed', 'computed')),
  validFrom: nullable(day),
  validTo: nullable(day),
  version: preset(integer),
  changedBy: nullable(integer),
  changedAt: preset(instant),
}) {}

export class RunTime extends table('run_times', {
  scheduleId: key(integer),
  weekday: key(integer),
  departs: key(integer),
  cutoff: integer,
  cutoffDaysBefore: preset(integer),
}) {}

export class RunStop extends table('run_stops', {
  id: identity(integer),
  scheduleId: integer,
  accountId: integer,
  addressId: nullable(integer),
  place: integer,
  visit: preset(oneOf('always', 'when-needed')),
  weekdays: nullable(integers),
  windowFrom: nullable(integer),
  windowTo: nullable(integer),
  serviceMinutes: nullable(integer),
}) {}

export class RunException extends table('run_exceptions', {
  id: identity(integer),
  scheduleId: nullable(integer),
  day,
  kind: oneOf('skip', 'move', 'extra', 'driver'),
  departs: nullable(integer),
  movedTo: nullable(integer),
  cutoff: nullable(integer),
  driverId: nullable(integer),
  note: nullable(text),
  changedBy: nullable(integer),
  changedAt: preset(instant),
}) {}

/** `to`: how many tasks went to which run; null is none. */
export type Cancellation = {
  by: number | null;
  at: string;
  to: { runId: number | null; count: number }[];
};

export class Run extends table('runs', {
  id: identity(integer),
  scheduleId: nullable(integer),
  name: text,
  dealership: nullable(text),
  day,
  departs: integer,
  departsAt: instant,
  cutoffAt: instant,
  state: preset(oneOf('building', 'closed', 'out', 'done', 'cancelled')),
  driverId: nullable(integer),
  vehicle: nullable(text),
  closedAt: nullable(instant),
  outAt: nullable(instant),
  doneAt: nullable(instant),
  cancellation: nullable(json<Cancellation>()),
  version: preset(integer),
}) {}
