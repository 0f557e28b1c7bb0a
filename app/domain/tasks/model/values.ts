/** The types, statuses and priorities of tasks, and their labels. Safe and small in the browser. */
import {
  priorities as PRIORITY_LABELS,
  statuses as STATUS_LABELS,
  types as TYPE_LABELS,
} from '~/words/en/labels';

export { PRIORITY_LABELS, STATUS_LABELS, TYPE_LABELS };

export type TaskType = keyof typeof TYPE_LABELS;
export type TaskStatus = keyof typeof STATUS_LABELS;
export type Priority = keyof typeof PRIORITY_LABELS;

export const TASK_TYPES = Object.keys(TYPE_LABELS) as TaskType[];
export const TASK_STATUSES = Object.keys(STATUS_LABELS) as TaskStatus[];
export const PRIORITIES = Object.keys(PRIORITY_LABELS) as Priority[];
