/** For the dialogs' clientActions: when nobody answers, the form stays as it was sent. */
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { settleChoices } from '~/domain/tasks/form-merge';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';

export async function orKept<Result>(
  { request }: Pick<ClientActionFunctionArgs, 'request'>,
  ask: () => Promise<Result>,
  failure: (intent: FormDataEntryValue | null) => string,
  settle: (form: FormData) => void = settleChoices,
): Promise<Result | Response> {
  const form = await request.clone().formData();
  const intent = form.get('intent');
  const answer = await orUnreachable(request, ask, failure(intent));
  if (!(answer instanceof Response) || answer.status !== 503) return answer;
  const body = (await answer.json()) as Answered;
  settle(form);
  const initialValue = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  return Response.json(
    { ...body, intent, lastResult: { ...body.lastResult, initialValue } },
    { status: 503 },
  );
}
