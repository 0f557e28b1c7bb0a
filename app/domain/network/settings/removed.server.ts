/** Sentences in place of a task's data that was deleted by age. */
import { readSetting } from './settings.server';
import { removedAfter } from './retention-kinds';
import { Retention } from './retention-schema';

const DAY_MS = 86_400_000;

type Left = {
  completedAt: string | null;
  /** It was signed for, and the signature is not there. */
  lacksSignature: boolean;
  photoCount: number;
  /** Missing for readers who are not told of it. */
  activityCount?: number;
};

/** Returns sentences; none while nothing is missing or the task is not old enough. */
export async function removedOf(left: Left): Promise<string[]> {
  const { completedAt } = left;
  if (completedAt === null) return [];
  const kept = await readSetting('retention', Retention);
  const age = (Date.now() - Date.parse(completedAt)) / DAY_MS;
  const say = (isMissing: boolean, what: string, days: number | null) =>
    isMissing && days !== null && age > days ? [removedAfter(what, days)] : [];
  return [
    ...say(left.lacksSignature, 'Signatures are', kept.signatures),
    ...say(left.photoCount === 0, 'Photos are', kept.photos),
    ...say(left.activityCount === 0, 'Activity is', kept.events),
  ];
}

/** Returns the sentence for a business day of the archive; null when it is not old enough. */
export async function tasksRemovedOn(date: string): Promise<string | null> {
  const { tasks } = await readSetting('retention', Retention);
  // One day is subtracted because the day ends a day after its beginning.
  const age = (Date.now() - Date.parse(date)) / DAY_MS - 1;
  return tasks !== null && age > tasks ? removedAfter('Archived tasks are', tasks) : null;
}
