/** The result of an import in words, and its progress. */
import type { ImportJob } from '~/domain/network/accounts/answers';
import { useJobPolling } from '~/ui/use-job-polling';

export const isOver = ({ state }: Pick<ImportJob, 'state'>) => state === 'done' || state === 'failed';

export const FAILED = { title: 'Import failed', description: 'Failed to import CSV' };

export const accounts = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`;

export function outcomeOf({ state, imported, error }: Pick<ImportJob, 'state' | 'imported' | 'error'>) {
  if (state === 'failed') return { ...FAILED, description: error ?? FAILED.description };
  return { title: 'Import completed', description: `Successfully imported ${accounts(imported)}` };
}

export const useJob = (loaded: ImportJob | null) =>
  useJobPolling({ loaded, pathOf: ({ id }) => `/api/accounts/imports/${String(id)}`, isOver });
