/** The only error that rules throw. The page or the API turns its code into a status, and shows its text. */
export type ErrorCode =
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

type ErrorDetails = {
  /** Sentences by input field. */
  fields?: Record<string, string[]>;
  /** For batches: each task that caused the refusal. */
  tasks?: { id: number; error: string }[];
  /** For conflicts: the values that are stored now. */
  current?: unknown;
  /** The changes since the version that the caller knows, with the people who made them. */
  changes?: unknown;
  retryAfterSeconds?: number;
  /** Every other request is refused until the temporary password is replaced. */
  mustChangePassword?: true;
};

export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

export const invalid = (message: string, fields?: Record<string, string[]>) =>
  new DomainError('invalid', message, { fields });
/** Refuses one field; the error itself has the same sentence. */
export const fieldRefusal = (field: string, sentence: string) => invalid(sentence, { [field]: [sentence] });
export const forbidden = () => new DomainError('forbidden', "You don't have permission to do this");
export const notFound = (what: string) => new DomainError('not_found', `${what} not found`);
export const conflict = (message: string, details?: ErrorDetails) =>
  new DomainError('conflict', message, details);
