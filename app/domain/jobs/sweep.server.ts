/** What goes on beside requests. Runs on every instance; each piece is safe to run on all of them at once. */
import { workNext } from '~/domain/network/account-import/work.server';
import { learnRoads } from '~/domain/scheduling/arrivals/learn-roads.server';
import { storePredictions } from '~/domain/scheduling/arrivals/predictions.server';
import { backupRounds } from '~/domain/administration/backups/run.server';
import { cleaner } from './cleanup.server';
import {
  answerDue,
  askingHasEnded,
  enqueueMissingLookups,
  stopAsking,
} from '~/domain/geography/geocoding/ask.server';
import { hasRoads } from '~/domain/geography/roads/roads.server';
import { forgiveClock } from './forgive-clock.server';
import { createPartitionsAhead } from '~/domain/tracking/partitions.server';
import { collectPushes, pushesDue } from '~/domain/notifications/push/deliver.server';
import { pushKeys } from '~/domain/notifications/push/keys.server';
import { noteLate } from '~/domain/notifications/push/late.server';
import { noteUnassigned } from '~/domain/notifications/push/unassigned.server';
import { tellLate } from '~/domain/customers/messages/late.server';
import { purge } from '~/domain/administration/retention/purge.server';
import { releaseDueHolds } from '~/domain/tasks/lifecycle/holds.server';
import { ROUNDS } from '~/domain/platform/jobs/change-jobs.server';
import { startJobs, type Jobs } from '~/domain/platform/jobs/engine.server';
import { KINDS } from './kinds.server';
import { LOOK_EVERY_MS, startRounds, type Log, type Work } from './rounds.server';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Background = Jobs & {
  /** A hold may be due sooner than any before. */
  tasksChanged: () => void;
};

/** The database tells of each change of its queue, and when it is due. */
const LOOK_FOR_LOOKUPS_MS = 30_000;

/** Each has rounds of its own: holds wait for no provider, no large file and no table that is locked. */
const works = (log: Log, databaseUrl: string): Record<string, Work> => ({
  holds: releaseDueHolds,
  cleaning: cleaner(log),
  retention: async (isStopped) => {
    await purge(isStopped);
    return undefined;
  },
  positions: every(HOUR_MS, createPartitionsAhead),
  arrivals: every(MINUTE_MS, storePredictions),
  roads: async (isStopped) => {
    await learnRoads(isStopped);
    return hasRoads() ? SECOND_MS : undefined;
  },
  clock: every(HOUR_MS, () => forgiveClock(log)),
  geocoding: lookUp(),
  importing: async (isStopped) => {
    let next = await workNext(isStopped);
    while (!isStopped() && next === 'done') next = await workNext(isStopped);
    return next === 'nothing' ? undefined : SECOND_MS;
  },
  backups: backupRounds(log, databaseUrl),
  push: notePushes,
  // Half a minute apart by a clock of its own, which asks nobody.
  messages: async () => {
    await tellLate();
    return SECOND_MS;
  },
});

export function startBackground(log: Log, databaseUrl: string): Background {
  const rounds = new Map(
    Object.entries(works(log, databaseUrl)).map(([name, work]) => [
      name,
      startRounds(log, name, work, name === 'geocoding' ? LOOK_FOR_LOOKUPS_MS : LOOK_EVERY_MS),
    ]),
  );
  const jobs = startJobs(KINDS, log);
  return {
    notified: (payload) => {
      const [name = '', ms = '0'] = payload.split(' ');
      if (name.startsWith(ROUNDS)) rounds.get(name.slice(ROUNDS.length))?.wake(Number(ms));
      else jobs.notified(payload);
    },
    tasksChanged: () => rounds.get('holds')?.wake(),
    setListening: (isListening) => {
      jobs.setListening(isListening);
      for (const each of rounds.values()) each.setListening(isListening);
    },
    stop: async () => {
      stopAsking();
      await Promise.all([...rounds.values(), jobs].map((each) => each.stop()));
      await askingHasEnded();
    },
  };
}

/** Looks addresses up. */
function lookUp(): Work {
  let isBegun = false;
  return async (isStopped) => {
    if (!isBegun) await enqueueMissingLookups();
    isBegun = true;
    await answerDue(isStopped);
    return undefined;
  };
}

/** Notes what dispatchers have to hear of, and makes notifications of what was noted. */
async function notePushes(): Promise<number | undefined> {
  // Made at the first start, whoever needs them first.
  await pushKeys();
  const due = await pushesDue();
  if (due?.hasDispatcher) {
    await noteUnassigned();
    await noteLate();
  }
  if (due?.hasSome) await collectPushes();
  return due?.hasDispatcher || due?.hasSome ? SECOND_MS : undefined;
}

/** Rounds of which one in so long works; one that fails is repeated with the next. */
function every(ms: number, work: () => Promise<void>): Work {
  let nextAt = 0;
  return async () => {
    if (performance.now() >= nextAt) {
      await work();
      nextAt = performance.now() + ms;
    }
    return nextAt - performance.now();
  };
}
