import type { ReactNode } from 'react';
import { DialogTrouble } from './dialog-trouble';

const GONE = {
  title: 'Task not found',
  text: 'This task was deleted. The person who deleted it can undo that for one minute.',
};

/** Replaces a dialog about a task that can't be shown. In most cases someone has deleted the task. */
export const TaskTrouble = ({ children }: { children?: ReactNode }) => (
  <DialogTrouble gone={GONE}>{children}</DialogTrouble>
);
