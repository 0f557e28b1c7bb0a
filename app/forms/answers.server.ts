/** The answers of forms: what was typed comes back with every refusal. */
import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { randomUUID } from 'node:crypto';
import type { Actor } from '~/domain/kernel/actor';
import { findDraft, type DraftFields } from '~/domain/platform/drafts.server';
import type { DomainError } from '~/domain/kernel/errors';
import { asDomainError } from '~/domain/kernel/faults.server';
import type { Conflict } from '~/domain/kernel/form-merge';
import { errorBody, errorHeaders } from '~/http/errors.server';
import { STATUS } from '~/http/problem';
import { pagePath } from '~/http/session.server';
import type { RestoredInput } from './sent';

/** The answer to a refused form. `lastResult` is conform's; `problem` is for the page. */
export type Refused = {
  lastResult: SubmissionResult;
  problem: ReturnType<typeof errorBody> | null;
  /** The pressed button, where a page has several forms. */
  intent?: string;
  /** Changes of others since the form was opened, to choose from. */
  conflict?: Conflict;
};

/** For a hidden `_key` field: the same form sent twice has one effect. */
export const newFormKey = () => randomUUID();

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

/** The input that was typed into this form before its session ended, when the address says that it was kept. */
export async function restoredFields(request: Request, actor: Actor): Promise<DraftFields | null> {
  return findDraft(actor, pathOf(request), new URL(request.url).searchParams.get('draft'));
}

const pathOf = (request: Request) => pagePath(request).replace(/\?.*$/, '');

/** Such a draft like the answer to a form that comes back, for forms whose fields are read from that. */
export async function restoredInput(request: Request, actor: Actor): Promise<RestoredInput | null> {
  const draft = await restoredFields(request, actor);
  if (!draft) return null;
  const { intent: [intent = ''] = [], ...fields } = draft;
  const initialValue: NonNullable<SubmissionResult['initialValue']> = {};
  for (const [name, values] of Object.entries(fields))
    initialValue[name] = values.length > 1 ? values : (values[0] ?? '');
  return { path: pathOf(request), intent, sent: { initialValue } };
}

/** Such a draft as the values of a form's fields, each by its first. */
export const draftValues = (draft: DraftFields | null): Record<string, string> =>
  Object.fromEntries(Object.entries(draft ?? {}).map(([name, [value = '']]) => [name, value]));
