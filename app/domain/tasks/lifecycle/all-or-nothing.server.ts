/** Batches: one refusal refuses all, and the answer names each task that stood in the way. */
import { DomainError, type ErrorCode } from '~/domain/errors';
import type { Entry } from '~/domain/tasks/task';

/** Goes through all ids and collects every refusal, so that the answer can name each task that stood in the way. */
export async function forEachTask(ids: number[], change: (id: number) => Promise<Entry[]>): Promise<Entry[]> {
  const entries: Entry[] = [];
  const refusals: { id: number; error: DomainError }[] = [];
  for (const id of ids) {
    try {
      entries.push(...(await change(id)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusals.push({ id, error });
    }
  }
  if (refusals.length > 0) throw refusedBatch(refusals);
  return entries;
}

const GRAVEST_FIRST: ErrorCode[] = ['forbidden', 'not_found', 'conflict', 'invalid'];

function refusedBatch(refusals: { id: number; error: DomainError }[]): DomainError {
  const code =
    GRAVEST_FIRST.find((grave) => refusals.some(({ error }) => error.code === grave)) ?? 'conflict';
  const [first] = refusals.filter(({ error }) => error.code === code);
  return new DomainError(code, first?.error.message ?? 'Nothing was changed', {
    fields: first?.error.details.fields,
    tasks: refusals.map(({ id, error }) => ({ id, error: error.message })),
  });
}
