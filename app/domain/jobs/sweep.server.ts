/**
 * Starts the work that goes on beside requests. It runs on every instance; each piece is safe to run on all
 * of them at once.
 */
import { workNext } from '~/domain/network/account-import/import.server';
import { learnRoads } from '~/domain/scheduling/arrivals/learn-roads.server';
import { storePredictions } from '~/domain/scheduling/arrivals/predictions.server';
import { backupRounds } from '~/domain/administration/backups/run.server';
import { cleaner } from './cleanup.server';
import {
  answerDue,
  askingHasEnded,
  enqueueMissingLookups,
  stopAsking,
} from '~/domain/geography/geocoding/queue.server';
import { hasRoads } from '~/domain/geography/roads/roads.server';
import { forgiveClock } from './forgive-clock.server';
import { createPartitionsAhead } from '~/domain/tracking/partitions.server';
import { collectPushes, pushesDue, pushKeys } from '~/domain/notifications/push/deliver.server';
import { noteLate } from '~/domain/notifications/push/late.server';
import { noteUnassigned } from '~/domain/notifications/push/unassigned.server';
import { tellLate } from '~/domain/customers/messages/write.server';
import { purge } from '~/domain/administration/retention/retention.server';
import { releaseDueHolds } from '~/domain/tasks/lifecycle/holds.server';
import { ROUNDS } from '~/domain/platform/jobs/change-jobs.server';
import { startJobs, type Jobs } from '~/domain/platform/jobs/engine.server';
import { KINDS } from './compose.server';
import { startRounds, type Log, type Work } from './rounds.server';

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
  // Runs every half minute by its own clock, without asking the database.
  messages: async () => {
    await tellLate();
    return SECOND_MS;
  },
});

export function startBackground(log: Log, databaseUrl: string): Background {
  const rounds = new Map(
    Object.entries(works(log, databaseUrl)).map(([name, work]) => [name, startRounds(log, name, work)]),
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

/** Notes the events that dispatchers have to be told, and makes notifications of all notes. */
async function notePushes(): Promise<number | undefined> {
  // The keys are made at the first start, so that they exist before they are needed.
  await pushKeys();
  const due = await pushesDue();
  if (due?.hasDispatcher) {
    await noteUnassigned();
    await noteLate();
  }
  if (due?.hasSome) await collectPushes();
  return due?.hasDispatcher || due?.hasSome ? SECOND_MS : undefined;
}

/** Limits work to once in so many milliseconds; work that fails is repeated with the next round. */
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
