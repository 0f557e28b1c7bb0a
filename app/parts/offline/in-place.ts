/**
 * The clientAction of every form in a dialog, and of every other form of a page: `export const clientAction =
 * inPlace('Failed to …')`. When nobody answers, the page stays as it is, with what was typed, and says so.
 */
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { forgetDraft, takeSent } from '~/parts/kept/drafts';
import { orUnreachable, type Answered } from './unreachable';

type Sentence = string | ((intent: FormDataEntryValue | null) => string);

/**
 * @param failure what failed; nothing where the dialog says so beside it.
 * @param settle does to a form what was chosen in it, where the server would have.
 */
export function inPlace(failure: Sentence = '', settle: (form: FormData) => void = () => undefined) {
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

/** A form that leads elsewhere has been accepted: what was kept of it is not needed any more. */
async function accepted(ask: () => Promise<unknown>, draft: string | null): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response && error.status < 400) forgetDraft(draft);
    throw error;
  }
}

/** For conform, which begins such a form again with it. A password is in its field and nowhere else. */
function typedIn(form: FormData): { initialValue?: Record<string, string> } {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.some(([name]) => /password/i.test(name))
    ? {}
    : { initialValue: Object.fromEntries(entries) };
}
