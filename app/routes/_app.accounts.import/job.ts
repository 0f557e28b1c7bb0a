/** The end of an import, and how it is told. */
import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { ImportJob } from '~/domain/accounts/answers';
import { useToast } from '~/ui/toast';

export const isOver = ({ state }: Pick<ImportJob, 'state'>) => state === 'done' || state === 'failed';

export const FAILED = { title: 'Import failed', description: 'Failed to import CSV' };

export const accounts = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'}`;

export function outcomeToast({ state, imported, error }: Pick<ImportJob, 'state' | 'imported' | 'error'>) {
  if (state === 'failed')
    return { ...FAILED, description: error ?? FAILED.description, tone: 'destructive' as const };
  return { title: 'Import completed', description: `Successfully imported ${accounts(imported)}` };
}

const LOOK_EVERY_MS = 700;

/** The import as it is now. Looks again until it is over; then the pages behind the dialog are asked anew, too. */
export function useJob(loaded: ImportJob | null): ImportJob | null {
  const [seen, setSeen] = useState<ImportJob | null>(null);
  const { revalidate } = useRevalidator();
  const show = useToast();
  const watched = useRef<number>();
  const job = loaded && seen?.id === loaded.id && !isOver(loaded) ? seen : loaded;

  useEffect(() => {
    if (!job) return;
    if (isOver(job)) {
      if (watched.current !== job.id) return;
      watched.current = undefined;
      show(outcomeToast(job));
      revalidate();
      return;
    }
    watched.current = job.id;
    const timer = window.setTimeout(() => {
      void look(job).then(setSeen);
    }, LOOK_EVERY_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [job, revalidate, show]);
  return job;
}

/** Offline, or without an answer, the state stays as it was and is requested again. */
async function look(job: ImportJob): Promise<ImportJob> {
  try {
    const answer = await fetch(`/api/accounts/imports/${String(job.id)}`);
    return answer.ok ? ((await answer.json()) as ImportJob) : { ...job };
  } catch {
    return { ...job };
  }
}
