/** Sentences in place of a task's data that was deleted by age. */
import { readSetting } from './settings.server';
import { removedAfter } from './retention-kinds';
import { Retention } from './retention-schema';

const DAY_MS = 86_400_000;

type Left = {
  type: string;
  completedAt: string | null;
  hasSignature: boolean;
  photoCount: number;
  /** Left out where nobody is told of it. */
  activityCount?: number;
};

/** Sentences, none while nothing is missing or the task is not that old. */
export async function removedOf(left: Left): Promise<string[]> {
  const { completedAt } = left;
  if (completedAt === null) return [];
  const kept = await readSetting('retention', Retention);
  const age = (Date.now() - Date.parse(completedAt)) / DAY_MS;
  const say = (isMissing: boolean, what: string, days: number | null) =>
    isMissing && days !== null && age > days ? [removedAfter(what, days)] : [];
  return [
    ...say(left.type === 'delivery' && !left.hasSignature, 'Signatures are', kept.signatures),
    ...say(left.photoCount === 0, 'Photos are', kept.photos),
    ...say(left.activityCount === 0, 'Activity is', kept.events),
  ];
}

/** For a business day of the archive; null when it is not that old. */
export async function tasksRemovedOn(date: string): Promise<string | null> {
  const { tasks } = await readSetting('retention', Retention);
  // The day ends a day later, by any clock.
  const age = (Date.now() - Date.parse(date)) / DAY_MS - 1;
  return tasks !== null && age > tasks ? removedAfter('Archived tasks are', tasks) : null;
}
