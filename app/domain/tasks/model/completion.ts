/**
 * When a task may complete: `transitions.ts` has the statuses and roles, this table the types that are signed for, and
 * `complete()` in `lifecycle/change.server.ts` checks both. The driver's button and every page of a proof follow this
 * table. `completeUnsigned` in the table of permissions frees dispatchers from it. Safe in the browser.
 */
import type { TaskType } from './task';

const SIGNED_FOR: Record<TaskType, boolean> = { pickup: false, delivery: true, transfer: false };

export const isSignedFor = ({ type }: { type: TaskType }) => SIGNED_FOR[type];

/** SQL: whether this task is signed for. A function, so that the browser's files leave it out. */
export const signedForSql = (task: string) =>
  `${task}.type = any('{${Object.entries(SIGNED_FOR)
    .flatMap(([type, isSigned]) => (isSigned ? [type] : []))
    .join()}}'::text[])`;
