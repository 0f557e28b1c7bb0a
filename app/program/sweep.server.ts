/**
 * Starts the work that goes on beside requests. It runs on every instance; each piece is safe to run on all
 * of them at once.
 */
import { execute, row } from 'db/connection';
import { fillAccounts } from '~/domain/network/accounts/of-tasks.server';
import { keepRoomForSessions } from '~/domain/network/users/session-room.server';
import { makeRuns } from '~/domain/network/runs/make.server';
import { workNext } from '~/domain/network/account-import/import.server';
import { learnRoads } from '~/domain/scheduling/arrivals/learn-roads.server';
import { storePredictions } from '~/domain/scheduling/arrivals/predictions.server';
import {
  answerDue,
  askingHasEnded,
  enqueueMissingLookups,
  stopAsking,
} from '~/domain/geography/geocoding/queue.server';
import { hasRoads } from '~/domain/geography/roads/roads.server';
import { createPartitionsAhead } from '~/domain/tracking/partitions.server';
import { tellLate } from '~/domain/customers/messages/write.server';
import { WAYS_IN } from '~/domain/intake/inbox/job';
import { printPort } from '~/domain/intake/ways/print-port.server';
import { workOnRuns } from '~/domain/scheduling/runs/rounds.server';
import { fetchForgotten } from '~/domain/intake/inbox/fetching.server';
import { releaseDueHolds } from '~/domain/tasks/lifecycle/holds.server';
import { ROUNDS } from '~/domain/platform/jobs/change-jobs.server';
import { type Jobs, startJobs } from '~/domain/platform/jobs/engine.server';
import { cleaner } from './cleanup.server';
import { diskSpace, isLittle, megabytes } from '~/process/disk.server';
import { env } from '~/process/env.server';
import { KINDS } from './kinds.server';
import { every, type Log, type Work } from '~/domain/platform/jobs/work';
import { MODULES } from './modules.server';
import { startRounds } from './rounds.server';

/**
 * Repairs times in the future that a wrong clock has left: work that goes by them would wait for years. By
 * the database's clock, rounds and tries become due now, and other future times are corrected.
 */

/** No work waits longer than this. */
const FAR = "now() + interval '2 days'";
/** Two clocks differ by less than this. */
const AHEAD = "now() + interval '5 minutes'";

const STATEMENTS = [
  `update jobs set run_at = now() where run_at > ${FAR}`,
  `update geocode_queue set next_try_at = now() where next_try_at > ${FAR}`,
  `update arrival_rounds set begun_at = now() where begun_at > ${AHEAD}`,
  `update settings set updated_at = now() where updated_at > ${AHEAD}`,
  `update sessions set created_at = least(created_at, now()), last_seen_at = least(last_seen_at, now())
   where greatest(created_at, last_seen_at) > ${AHEAD}`,
  `update service_outages set since = least(since, now()), failed_at = now() where failed_at > ${AHEAD}`,
  `delete from rate_limits where expire > extract(epoch from ${FAR}) * 1000`,
  `delete from last_positions where at > ${AHEAD}`,
  `delete from positions where at > ${AHEAD}`,
  ...MODULES.flatMap(({ corrections = [] }) => corrections),
];

const APART_SECONDS = 30;

/** Makes one round. */
async function forgiveClock(log: Log): Promise<void> {
  const startedAt = Date.now();
  const found = await row<{ at: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
  );
  const apart = Math.max(startedAt - (found?.at ?? startedAt), (found?.at ?? startedAt) - Date.now(), 0);
  if (apart > APART_SECONDS * 1_000)
    log.warn({ seconds: Math.round(apart / 1_000) }, "this machine's clock differs from the database's");
  for (const statement of STATEMENTS) await execute(statement);
}

async function warnOfDisk(log: Log): Promise<void> {
  const space = await diskSpace();
  if (isLittle(space)) log.warn(space, `the disk has only ${megabytes(space.free)} left`);
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Background = Jobs & {
  /** Call it when tasks have changed: a hold may be due sooner than any before. */
  tasksChanged: () => void;
};

/**
 * Each kind of work has its own rounds, so that holds never wait for a provider, a large file or a locked
 * table.
 */
const works = (log: Log, databaseUrl: string): Record<string, Work> => ({
  holds: releaseDueHolds,
  departures: workOnRuns,
  cleaning: cleaner(log),
  accounts: fillOnce(),
  runs: every(HOUR_MS, makeRuns),
  sources: every(HOUR_MS, async () => {
    await fetchForgotten();
  }),
  positions: every(HOUR_MS, createPartitionsAhead),
  arrivals: every(MINUTE_MS, storePredictions),
  roads: async (isStopped) => {
    await learnRoads(isStopped);
    return hasRoads() ? SECOND_MS : undefined;
  },
  clock: every(HOUR_MS, () => forgiveClock(log)),
  disk: every(HOUR_MS, () => warnOfDisk(log)),
  sessions: every(HOUR_MS, keepRoomForSessions),
  geocoding: lookUp(),
  importing: async (isStopped) => {
    let next = await workNext(isStopped);
    while (!isStopped() && next === 'done') next = await workNext(isStopped);
    return next === 'nothing' ? undefined : SECOND_MS;
  },
  // Runs every half minute by its own clock, without asking the database.
  messages: async () => {
    await tellLate();
    return SECOND_MS;
  },
  ...Object.fromEntries(
    MODULES.flatMap(({ rounds }) => (rounds ? Object.entries(rounds({ log, databaseUrl })) : [])),
  ),
});

export function startBackground(log: Log, databaseUrl: string): Background {
  const port = env.INTAKE_PRINT_PORT === undefined ? null : printPort(env.INTAKE_PRINT_PORT);
  const all = { ...works(log, databaseUrl), ...(port && { [WAYS_IN]: port.look }) };
  const rounds = new Map(Object.entries(all).map(([name, work]) => [name, startRounds(log, name, work)]));
  const jobs = startJobs(KINDS, log);
  return {
    notified: (payload) => {
      const [name = '', ms = '0'] = payload.split(' ');
      if (name.startsWith(ROUNDS)) rounds.get(name.slice(ROUNDS.length))?.wake(Number(ms));
      else jobs.notified(payload);
    },
    tasksChanged: () => {
      rounds.get('holds')?.wake();
      rounds.get('departures')?.wake();
    },
    setListening: (isListening) => {
      jobs.setListening(isListening);
      for (const each of rounds.values()) each.setListening(isListening);
    },
    stop: async () => {
      stopAsking();
      await port?.close();
      await Promise.all([...rounds.values(), jobs].map((each) => each.stop()));
      await askingHasEnded();
    },
  };
}

/** Fills what an earlier version has left, some each second. */
function fillOnce(): Work {
  let isLeft = true;
  return async () => {
    isLeft &&= await fillAccounts();
    return isLeft ? SECOND_MS : undefined;
  };
}

/** Looks up addresses. */
function lookUp(): Work {
  let isBegun = false;
  return async (isStopped) => {
    if (!isBegun) await enqueueMissingLookups();
    isBegun = true;
    await answerDue(isStopped);
    return undefined;
  };
}
