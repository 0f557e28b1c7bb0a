/** The color and the letter of a task on the map and in the list beside it. The letter tells what the color tells. */
import type { Priority, TaskStatus, TaskType } from '~/domain/tasks/task';

type Looks = { type: TaskType; status: TaskStatus; priority: Priority };

export type Tone = 'urgent' | 'going' | 'completed' | 'next-route' | 'linked' | TaskType;

const LETTERS: Record<TaskType, string> = { pickup: 'P', delivery: 'D', transfer: 'T' };

/** The most urgent aspect of a task. */
export function toneOf({ type, status, priority }: Looks): Tone {
  if (status === 'completed') return 'completed';
  if (priority === 'urgent') return 'urgent';
  return status === 'going' || status === 'next-route' || status === 'linked' ? status : type;
}

/** P, D or T; with ! when urgent; ✓ when done. */
export function signOf({ type, status, priority }: Looks): string {
  if (status === 'completed') return '✓';
  return priority === 'urgent' ? `!${LETTERS[type]}` : LETTERS[type];
}
