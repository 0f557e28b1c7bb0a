/** The one wrapper for forms: a table from intent to command; what was typed comes back with every refusal. */
import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { createHash, randomUUID } from 'node:crypto';
import type * as z from 'zod/v4';
import type { Actor } from '~/domain/actor';
import { findDraft, type DraftFields } from '~/domain/drafts.server';
import type { DomainError } from '~/domain/errors';
import { asDomainError } from '~/domain/faults.server';
import type { Conflict } from '~/domain/form-merge';
import { once } from '~/domain/idempotency.server';
import { notEchoed } from './echo.server';
import { errorBody, errorHeaders } from './errors.server';
import { redirectWithToast, type NewToast } from './redirect.server';
import { readForm } from './body.server';
import { pagePath } from './session.server';
import { STATUS } from './problem';

/** Names of fields that steer the form and are no input of the command. */
const INTENT = 'intent';
const ONCE_KEY = '_key';

/** Where a form leads when it is accepted. */
export type Outcome = { redirectTo: string; toast?: NewToast };

/** What a refused form gets back. `lastResult` is conform's; `problem` is for the page. */
export type Refused = {
  lastResult: SubmissionResult;
  problem: ReturnType<typeof errorBody> | null;
  /** Of the form, where a page has several. */
  intent?: string;
  /** Changes of others since the form was opened, to choose from. */
  conflict?: Conflict;
};

type Intent = {
  schema: z.ZodType;
  run: (input: never, prepared: never) => Promise<Outcome>;
  prepare?: (input: never) => Promise<unknown>;
};

export function intent<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.output<Schema>) => Promise<Outcome>,
): Intent {
  return { schema, run };
}

/** Like `intent`, with a slow part that changes nothing and runs before the transaction of the form's key. */
export function intentPrepared<Schema extends z.ZodType, Prepared>(
  schema: Schema,
  prepare: (input: z.output<Schema>) => Promise<Prepared>,
  run: (input: z.output<Schema>, prepared: Prepared) => Promise<Outcome>,
): Intent {
  return { schema, run, prepare };
}

/** For a hidden `_key` field: the same form sent twice has one effect. */
export const newFormKey = () => randomUUID();

/**
 * Answers a page's form: a redirect with its message, or the refusal with everything that was typed.
 * @param read the form, where the caller had to read it first.
 */
export async function submit(
  request: Request,
  actor: Actor,
  intents: Record<string, Intent>,
  read?: FormData,
) {
  const form = read ?? (await readForm(request));
  const given = form.get(INTENT);
  const name = typeof given === 'string' ? given : '';
  const chosen = Object.hasOwn(intents, name) ? intents[name] : undefined;
  if (!chosen) throw new Response('Unknown intent', { status: 400 });
  const key = form.get(ONCE_KEY);
  form.delete(INTENT);
  form.delete(ONCE_KEY);
  const submission = parseWithZod(form, { schema: chosen.schema });
  // What is typed comes back with a refusal, but for what nobody should find in a page.
  const hideFields = [...notEchoed(form)];
  if (submission.status !== 'success') {
    const lastResult = submission.reply({ hideFields });
    return data<Refused>({ lastResult, problem: null, intent: name }, { status: 422 });
  }
  try {
    const input = submission.value as never;
    const prepare = async () => {
      const prepared = (await chosen.prepare?.(input)) as never;
      return async () => ({ status: 200, body: await chosen.run(input, prepared) });
    };
    const work = chosen.prepare ? { prepare } : await prepare();
    return await accept(
      typeof key === 'string' && key
        ? await runOnce(actor, request, name, key, form, work)
        : (await (await prepare())()).body,
    );
  } catch (error) {
    return refuse(error, (errors) => submission.reply({ ...errors, hideFields }), name);
  }
}

/** Other contents under the same key are another request: somebody went back and changed the form. */
async function runOnce(
  actor: Actor,
  request: Request,
  name: string,
  key: string,
  form: FormData,
  work: Parameters<typeof once>[3],
): Promise<Outcome> {
  const contents = JSON.stringify([name, ...form.entries()]);
  const hash = createHash('sha256').update(contents).digest('base64url');
  const { body } = await once(actor, `form-${key.slice(0, 60)}-${hash}`, pagePath(request), work);
  return body as Outcome;
}

function accept({ redirectTo, toast }: Outcome) {
  return toast ? redirectWithToast(redirectTo, toast) : redirect(redirectTo);
}

type Reply = (options: { formErrors: string[]; fieldErrors?: Record<string, string[]> }) => SubmissionResult;

/** The form's answer to a refusal by a rule. A stale form is a conflict: the page shows who changed what. */
export function refuse(error: unknown, reply: Reply, intent?: string) {
  const known = asDomainError(error);
  if (!known) throw error;
  const status = known.code === 'stale' ? STATUS.conflict : STATUS[known.code];
  const lastResult = reply({ formErrors: [known.message], fieldErrors: fieldErrors(known) });
  const answer: Refused = { lastResult, problem: errorBody(known), ...(intent && { intent }) };
  return data<Refused>(answer, { status, headers: errorHeaders(known) });
}

function fieldErrors(error: DomainError): Record<string, string[]> {
  return error.details.fields ?? {};
}

/** What was typed into this form before its session ended, when the address says that it was kept. */
export async function keptFields(request: Request, actor: Actor): Promise<DraftFields | null> {
  const url = new URL(request.url);
  const id = url.searchParams.get('draft');
  return findDraft(actor, url.pathname.replace(/\.data$/, ''), id);
}

/** Such a draft as the values of a form's fields, each by its first. */
export const draftValues = (draft: DraftFields | null): Record<string, string> =>
  Object.fromEntries(Object.entries(draft ?? {}).map(([name, [value = '']]) => [name, value]));
