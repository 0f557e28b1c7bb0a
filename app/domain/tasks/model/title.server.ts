/** Names a task in a few words, for titles. */
import { type Task, type TaskType, TYPE_LABELS } from './task';

const WORDS: Record<TaskType, string> = {
  delivery: 'Delivery to',
  pickup: 'Pickup at',
  transfer: 'Transfer from',
};

/** For example `Delivery to Halvorsen Brake & Axle`; the type alone while the task has no location. */
export const titleOf = ({ type, location }: Pick<Task, 'type' | 'location'>) =>
  location === '' ? TYPE_LABELS[type] : `${WORDS[type]} ${location}`;
