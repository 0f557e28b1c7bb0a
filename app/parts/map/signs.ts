/** How a task looks on the map and in the list beside it. Colour never stands alone: there is a letter as well. */
import type { Priority, TaskStatus, TaskType } from '~/domain/tasks/task';

type Looks = { type: TaskType; status: TaskStatus; priority: Priority };

export type Tone = 'urgent' | 'going' | 'completed' | 'next-route' | 'linked' | TaskType;

const LETTERS: Record<TaskType, string> = { pickup: 'P', delivery: 'D', transfer: 'T' };

/** What is most pressing about it. */
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
