import type { ReactNode } from 'react';
import { DialogTrouble } from '~/forms/dialog-trouble';

const GONE = {
  title: 'Task not found',
  text: 'This task has been deleted. Whoever deleted it can undo that for a minute, and it is back here then.',
};

/** In place of a dialog about a task that can't be shown, mostly because somebody has deleted it. */
export const TaskTrouble = ({ children }: { children?: ReactNode }) => (
  <DialogTrouble gone={GONE}>{children}</DialogTrouble>
);
