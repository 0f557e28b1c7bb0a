/** The statements of the engine. `$me` is the instance. */
import { prepared } from 'db/statement';

/** Another instance takes over after this time when one has died. */
const LEASE = "now() + interval '15 seconds'";
/**
 * The claim looks at more jobs than it can run, because some may have to wait for an earlier one of their
 * chain.
 */
const MORE_SEEN = 8;

// A job that waits for an earlier one of its chain is put off, or every claim would look at thousands of
// them. The end of the earlier one makes it due. `$mine`: the jobs that this instance is still working on,
// even if another one holds them by now.
export const claimStatement = (paused = 'select null where false') =>
  prepared(`
  with recursive lanes (lane) as (
    (select lane from jobs where kind = $kind and run_at is not null order by lane limit 1)
    union all
    select (select j.lane from jobs j where j.kind = $kind and j.run_at is not null and j.lane > l.lane
      order by j.lane limit 1)
    from lanes l where l.lane is not null
  ), free as (
    select lane, $atOnce::integer - coalesce(($busy::jsonb ->> lane)::integer, 0) as room
    from lanes where lane is not null and lane not in (${paused})
  ), seen as (
    select d.*, f.room, row_number() over (partition by d.lane, d.until is null order by d.run_at, d.id) as place
    from free f cross join lateral (
      select q.id, q.lane, q.run_at, (
        select b.run_at from jobs b where b.kind = q.kind and b.chain = q.chain and b.run_at is not null and b.id < q.id
        order by b.id limit 1) as until
      from jobs q where q.kind = $kind and q.lane = f.lane and q.run_at <= now() and q.id <> all($mine::bigint[])
      order by q.run_at, q.id limit f.room + ${String(MORE_SEEN)} for update skip locked) d
    where f.room > 0
  ), put_off as (
    update jobs j set run_at = greatest(now() + interval '1 second', least(now() + interval '1 minute', s.until))
    from seen s where j.id = s.id and s.until is not null returning j.id
  ), claimed as (
    update jobs j set state = 'running', attempts = j.attempts + 1, holder = $me::uuid, tried_at = now(), run_at = ${LEASE}
    from seen s where j.id = s.id and s.until is null and s.place <= s.room
    returning j.id, j.subject, j.lane, j.payload, j.attempts
  )
  select (select coalesce(json_agg(id), '[]') from put_off) as "putOff",
    (select coalesce(json_agg(c), '[]') from claimed c) as claims`);

/**
 * The earlier job of the chain may have ended just before this one was put off; then it would never become
 * due.
 */
export const DUE_NEVERTHELESS = prepared(`
  update jobs j set run_at = now() where j.id = any($putOff::bigint[]) and j.state = 'waiting' and not exists (
    select from jobs b where b.kind = j.kind and b.chain = j.chain and b.run_at is not null and b.id < j.id)`);

/** Returns the milliseconds until the next job of each kind is due. */
export const LOOK = prepared(`
  select kind, greatest(0, extract(epoch from min(run_at) - now()) * 1000)::float8 as ms from jobs
  where run_at is not null and holder is distinct from $me::uuid group by kind`);

export const RENEW = prepared(`
  update jobs j set run_at = ${LEASE}, progress = t.progress
  from jsonb_to_recordset($held::jsonb) as t(id bigint, attempts integer, progress real)
  where j.id = t.id and j.attempts = t.attempts and j.holder = $me::uuid returning j.id, j.stopped`);

const OURS = "where id = $id and holder = $me::uuid and attempts = $attempts and state = 'running'";

export const WAIT = prepared(`
  update jobs set state = 'waiting', holder = null, attempts = attempts - $uncounted::integer, error = $error,
    result = coalesce($result::jsonb, result), run_at = now() + make_interval(secs => $seconds::float8) ${OURS} returning id`);

/** Ends a job and makes the next one of its chain due. */
const over = (statement: string) =>
  prepared(`
  with over as (${statement} ${OURS} returning id, kind, chain), next as (
    update jobs j set run_at = now() from over o where j.state = 'waiting' and j.attempts = 0 and j.id = (
      select n.id from jobs n where n.kind = o.kind and n.chain = o.chain and n.run_at is not null and n.id > o.id
      order by n.id limit 1)
  )
  select id from over`);

export const END = over(`
  update jobs set state = $state, holder = null, run_at = null, ended_at = now(), error = $error,
    result = coalesce($result::jsonb, result)`);
export const FORGET = over('delete from jobs');
