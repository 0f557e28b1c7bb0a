/**
 * Records whether the services that we call work: mail, text messages, receivers of webhooks, geocoder,
 * roads, push. A service that fails is a row until it works again, so that every instance, the metrics and
 * the doctor know; the log reports the failure and the recovery once.
 */
import { outsideOfTransactions, row, rows } from 'db/connection';
import { log } from '~/process/log.server';

/** An unchanged state is not written again within this time. */
const FRESH_MS = 60_000;
const LONGEST_ERROR = 300;

type Known = { isWorking: boolean; at: number };
const known = new Map<string, Known>();

/**
 * Writes in the background, so callers do not wait. @param failure null when the service has answered as it
 * should
 */
export function reportService(service: string, failure: string | null): void {
  const isWorking = failure === null;
  const before = known.get(service);
  if (before?.isWorking === isWorking && performance.now() - before.at < FRESH_MS) return;
  known.set(service, { isWorking, at: performance.now() });
  const note = () => (isWorking ? noteSuccess(service) : noteFailure(service, failure));
  outsideOfTransactions(note).catch(() => {
    // Without its database this instance calls no service. Forgetting the state makes the next report write
    // it.
    known.delete(service);
  });
}

async function noteFailure(service: string, failure: string): Promise<void> {
  const error = failure.slice(0, LONGEST_ERROR);
  const noted = await row<{ isNew: boolean }>(
    `insert into service_outages (service, error) values ($service, $error)
     on conflict (service) do update set error = excluded.error, failed_at = now()
     returning xmax = 0 as "isNew"`,
    { service, error },
  );
  if (noted?.isNew) log.warn({ service, error }, 'a service does not work; it will be tried again');
}

async function noteSuccess(service: string): Promise<void> {
  const over = await row<{ since: Date }>(
    'delete from service_outages where service = $service returning since',
    { service },
  );
  if (over) log.warn({ service, since: over.since }, 'a service works again');
}

/** `since` is ISO 8601. */
export type Outage = { service: string; error: string; since: string };

/** SQL, for readers outside of the application's process. */
export const OUTAGES =
  "select service, error, to_json(since) #>> '{}' as since from service_outages order by service";

export const listOutages = (): Promise<Outage[]> => rows<Outage>(OUTAGES);
