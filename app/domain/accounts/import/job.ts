/** An import that came by the page, as it is shown. Safe in the browser. */

export type ImportState = 'waiting' | 'running' | 'done' | 'failed';

export type ImportJob = {
  id: number;
  fileName: string;
  state: ImportState;
  lineCount: number;
  linesDone: number;
  imported: number;
  skipped: number;
  rejected: number;
  /** Why nothing was imported. */
  error: string | null;
  createdAt: string;
  finishedAt: string | null;
};

export const isOver = ({ state }: Pick<ImportJob, 'state'>) => state === 'done' || state === 'failed';
