/** The end of an import, and how it is told. */
import type { ImportJob } from '~/domain/accounts/answers';

export const isOver = ({ state }: Pick<ImportJob, 'state'>) => state === 'done' || state === 'failed';

export const FAILED = { title: 'Import failed', description: 'Failed to import CSV' };

export const accounts = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`;

export function outcomeToast({ state, imported, error }: Pick<ImportJob, 'state' | 'imported' | 'error'>) {
  if (state === 'failed')
    return { ...FAILED, description: error ?? FAILED.description, tone: 'destructive' as const };
  return { title: 'Import completed', description: `Successfully imported ${accounts(imported)}` };
}
