/** Names that the sign-in page and its script share. */

/** Ids of the templates that the script fills. */
export const PART = {
  fieldError: 'field-error',
  refusal: 'refusal',
  checking: 'checking',
  keptTyped: 'kept-typed',
} as const;

/** The id of the banner that says why the person has to sign in again. */
export const ENDED = 'session-ended';

/** Names of the hidden fields of both forms. */
export const INTENT = { signIn: 'signIn', register: 'register' } as const;

export type FormErrors = Record<string, string[] | null>;
/** `errors` has sentences by field. Those of the whole form have an empty name. */
export type ScriptAnswer = { location: string } | { errors: FormErrors } | { error: string };
