/** What the sign-in page and its script agree on. */

/** Ids of the templates that the script fills. */
export const PART = {
  fieldError: 'field-error',
  refusal: 'refusal',
  checking: 'checking',
  keptTyped: 'kept-typed',
} as const;

/** Of the banner that says why somebody has to sign in again. */
export const ENDED = 'session-ended';

/** Names of the hidden fields of both forms. */
export const INTENT = { signIn: 'signIn', register: 'register' } as const;

export type FormErrors = Record<string, string[] | null>;
/** `errors` by field; those of the whole form are under the empty name. */
export type ScriptAnswer = { location: string } | { errors: FormErrors } | { error: string };
