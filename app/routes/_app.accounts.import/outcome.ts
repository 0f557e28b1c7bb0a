/** What is said of an import that is over. */
import type { ImportJob } from '~/domain/accounts/import/job';

export const FAILED = { title: 'Import failed', description: 'Failed to import CSV' };

export const accounts = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`;

export function outcomeToast({ state, imported, error }: Pick<ImportJob, 'state' | 'imported' | 'error'>) {
  if (state === 'failed')
    return { ...FAILED, description: error ?? FAILED.description, tone: 'destructive' as const };
  return { title: 'Import completed', description: `Successfully imported ${accounts(imported)}` };
}
