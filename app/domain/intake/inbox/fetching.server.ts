/** The jobs that fetch documents from folders and mailboxes. Their kind is the kind of the source. */
import { rows } from 'db/connection';
import { forgetLane } from '~/domain/platform/jobs/change-jobs.server';

const FETCHED = ['folder', 'mail'] as const;

const ASK = `
  insert into jobs (kind, subject, lane, chain, run_at)
  select s.kind, s.id::text, s.id::text, s.id::text, now() + make_interval(secs => $seconds::float8)
  from intake_sources s where s.is_on and s.kind in (${FETCHED.map((kind) => `'${kind}'`).join(', ')})`;
const UNLESS_ASKED = "on conflict (kind, subject) where state = 'waiting' do nothing";

/** Asks for the next look at a source, if it is still on. In the transaction that ends the last one. */
export const fetchAgain = (sourceId: number, seconds: number) =>
  rows(`${ASK} and s.id = $sourceId ${UNLESS_ASKED}`, { sourceId, seconds });

/** Begins anew with the present settings. In the transaction that has changed them. */
export async function fetchAnew(sourceId: number): Promise<void> {
  for (const kind of FETCHED) await forgetLane(kind, String(sourceId));
  await fetchAgain(sourceId, 0);
}

/** Asks for a look at each source that has none, as after many faults in a row. */
export const fetchForgotten = () =>
  rows(
    `${ASK} and not exists (
       select from jobs j where j.kind = s.kind and j.subject = s.id::text and j.run_at is not null) ${UNLESS_ASKED}`,
    { seconds: 0 },
  );
