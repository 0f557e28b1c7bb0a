/**
 * The clientAction of every form in a dialog, and of every other form of a page: `export const clientAction =
 * keepDialogOnNetworkError('Failed to …')`. When the server can not be reached, the page keeps its input and shows the failure.
 */
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { forgetDraft, takeSent } from './drafts';
import { orUnreachable, type Answered } from './unreachable';

type Sentence = string | ((intent: FormDataEntryValue | null) => string);

/**
 * @param failure names the failed action; empty where the dialog names it.
 * @param settle applies the pressed button to the form, as the server would have.
 */
export function keepDialogOnNetworkError(
  failure: Sentence = '',
  settle: (form: FormData) => void = () => undefined,
) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const draft = takeSent();
    const form = await request.clone().formData();
    const intent = form.get('intent');
    const sentence = typeof failure === 'string' ? failure : failure(intent);
    const answer = await orUnreachable(request, () => accepted(serverAction, draft), sentence);
    if (!(answer instanceof Response) || answer.status !== 503) return answer;
    const body = (await answer.json()) as Answered;
    settle(form);
    return Response.json({ ...body, intent, lastResult: { ...body.lastResult, ...typedIn(form) } }, answer);
  };
}

/** A redirect means that the form was accepted: its draft is deleted. */
async function accepted(ask: () => Promise<unknown>, draft: string | null): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response && error.status < 400) forgetDraft(draft);
    throw error;
  }
}

/** The values with which conform starts the form again. A form with a password keeps them in its fields only. */
function typedIn(form: FormData): { initialValue?: Record<string, string> } {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.some(([name]) => /password/i.test(name))
    ? {}
    : { initialValue: Object.fromEntries(entries) };
}
