import { DomainError } from '~/domain/kernel/errors';
import { inEnglish } from '~/domain/kernel/sentence';

/** A person has to decide. The message is the question. */
export class Held extends Error {
  constructor(
    message: string,
    /** The task that the document is about. */
    readonly taskId: number | null = null,
  ) {
    super(message);
  }
}

/** Returns the question for a person; null for a fault, after which the work is tried again. */
export function questionOf(error: unknown): string | null {
  if (error instanceof Held) return error.message;
  return error instanceof DomainError && error.kind !== 'unavailable' ? inEnglish(error.said) : null;
}
