import { inEnglish, say, type Said } from '~/domain/kernel/sentence';

/** The only error that rules throw. The page or the API turns its kind into a status, and shows its sentence. */
export type ErrorKind =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'unsupported'
  | 'too_many'
  | 'unavailable';

export type Fields = Record<string, Said[]>;

type ErrorDetails = {
  /** Sentences by input field. */
  fields?: Fields;
  /** For batches: each task that caused the refusal. */
  tasks?: { id: number; error: Said }[];
  /** For conflicts: the values that are stored now. */
  current?: unknown;
  /** The changes since the version that the caller knows, with the people who made them. */
  changes?: unknown;
  retryAfterSeconds?: number;
  /** The same request may be accepted soon. */
  mayPass?: true;
  /** Every other request is refused until the temporary password is replaced. */
  mustChangePassword?: true;
};

export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly said: Said,
    readonly details: ErrorDetails = {},
  ) {
    super(inEnglish(said));
    this.name = 'DomainError';
  }

  /** Names the sentence. One without a code of its own has the name of its kind. */
  get code(): string {
    return typeof this.said === 'string' ? this.kind : this.said.code;
  }
}

export const invalid = (said: Said, fields?: Fields) => new DomainError('invalid', said, { fields });
/** Refuses one field; the error itself has the same sentence. */
export const fieldRefusal = (field: string, said: Said) => invalid(said, { [field]: [said] });
export const forbidden = () => new DomainError('forbidden', say('noPermission'));
export const notFound = (what: string) => new DomainError('not_found', say('notFound', { what }));
/** The last change of something: by whom, and when (ISO 8601). */
export type LastChange = { by: string | null; occurredAt: string };
/** Refuses a change of an older version. @param current as stored now. @param sentence names the person. */
export const changedMeanwhile = (
  current: unknown,
  last: LastChange | null,
  sentence: (by: string) => Said,
) => {
  const by = last?.by ?? 'Someone';
  return new DomainError('stale', sentence(by), {
    current,
    changes: [{ by, occurredAt: last?.occurredAt ?? new Date().toISOString(), changes: {} }],
  });
};
export const conflict = (said: Said, details?: ErrorDetails) => new DomainError('conflict', said, details);
