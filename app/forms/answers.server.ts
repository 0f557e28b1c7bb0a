/** Answers to forms. Every refusal returns the typed input. */
import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { randomUUID } from 'node:crypto';
import type { Actor } from '~/domain/kernel/actor';
import { findDraft, type DraftFields } from '~/domain/platform/drafts.server';
import { asDomainError } from '~/domain/kernel/faults.server';
import type { Conflict } from '~/domain/kernel/form-merge';
import { errorBody, errorHeaders, STATUS } from '~/http/errors.server';
import { pagePath } from '~/http/session.server';
import type { FlashToast } from '~/http/redirect.server';
import type { RestoredInput } from './typed';

/** The answer to a refused form. `lastResult` is conform's; `problem` is for the page. */
export type Refused = {
  lastResult: SubmissionResult;
  problem: ReturnType<typeof errorBody> | null;
  /** The pressed button, for pages with several forms. */
  intent?: string;
  /** Changes by others since the form was opened, for the person to choose from. */
  conflict?: Conflict;
};

/** The value of a hidden `_key` field. With it, a form that is sent twice takes effect once. */
export const newFormKey = () => randomUUID();

type Reply = (options: { formErrors: string[]; fieldErrors?: Record<string, string[]> }) => SubmissionResult;

/** The form's answer to a refusal by a rule. A stale form is a conflict, and the page shows who changed what. */
export function refuse(error: unknown, reply: Reply, intent?: string) {
  const known = asDomainError(error);
  if (!known) throw error;
  const status = known.kind === 'stale' ? STATUS.conflict : STATUS[known.kind];
  const problem = errorBody(known);
  const lastResult = reply({ formErrors: [problem.error], fieldErrors: problem.fields ?? {} });
  const answer: Refused = { lastResult, problem, ...(intent && { intent }) };
  return data<Refused>(answer, { status, headers: errorHeaders(known) });
}

/** Input that was typed into this form before its session ended; null unless the address names such a draft. */
export async function restoredFields(request: Request, actor: Actor): Promise<DraftFields | null> {
  return findDraft(actor, pathOf(request), new URL(request.url).searchParams.get('draft'));
}

const pathOf = (request: Request) => pagePath(request).replace(/\?.*$/, '');

/** The draft in the shape of a refused form's answer, for forms that read their fields from one. */
export async function restoredInput(request: Request, actor: Actor): Promise<RestoredInput | null> {
  const draft = await restoredFields(request, actor);
  if (!draft) return null;
  const { intent: [intent = ''] = [], ...fields } = draft;
  const initialValue: NonNullable<SubmissionResult['initialValue']> = {};
  for (const [name, values] of Object.entries(fields))
    initialValue[name] = values.length > 1 ? values : (values[0] ?? '');
  return { path: pathOf(request), intent, sent: { initialValue } };
}

/** The draft as values of a form's fields. Of several values it takes the first. */
export const draftValues = (draft: DraftFields | null): Record<string, string> =>
  Object.fromEntries(Object.entries(draft ?? {}).map(([name, [value = '']]) => [name, value]));

/** The Undo button of a message about an action. */
export function undoOffer(undoId: string | null): Pick<FlashToast, 'offer'> {
  if (undoId === null) return {};
  return offerOf({ undoId });
}

/** The Undo button of a message about an applied plan. */
export const undoPlanOffer = (planId: number) => offerOf({ intent: 'plan', planId: String(planId) });

const offerOf = (fields: Record<string, string>) => ({
  offer: { label: 'Undo', action: '/dispatcher/undo', fields, seconds: 60 },
});
