/**
 * The clientAction of forms in dialogs and of other forms of a page:
 * `export const clientAction = keepDialogOnNetworkError('Failed to …')`. When the server can't be reached, the page keeps
 * its input and shows the failure.
 */
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { forgetDraft, takeSent } from './drafts';
import { orUnreachable, type Answered } from './unreachable';

type Sentence = string | ((intent: FormDataEntryValue | null) => string);

/**
 * @param failure names the failed action; empty if the dialog names it.
 * @param settle applies the pressed button to the form as the server would.
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

/** A redirect means that the server has accepted the form. Its draft is then deleted. */
async function accepted(ask: () => Promise<unknown>, draft: string | null): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response && error.status < 400) forgetDraft(draft);
    throw error;
  }
}

/** The values that conform starts the form with. A form with a password keeps its values in its fields only. */
function typedIn(form: FormData): { initialValue?: Record<string, string> } {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.some(([name]) => /password/i.test(name))
    ? {}
    : { initialValue: Object.fromEntries(entries) };
}
