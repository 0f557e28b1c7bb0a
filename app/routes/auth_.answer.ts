/** The forms of the sign-in page for its script: where to go on to, or what is wrong. */
import type { ActionFunctionArgs } from '@remix-run/node';
import { homeOf } from '~/domain/kernel/pages.server';
import { answerForm } from '~/routes/auth/actions.server';
import type { ScriptAnswer } from '~/routes/auth/page-parts';

export async function action({ request, context }: ActionFunctionArgs) {
  const { headers, ...answer } = await answerForm(request, context);
  if ('location' in answer) {
    // Not by way of the start page: its redirect would cost another request.
    const location = answer.location === '/' ? homeOf(answer.actor) : answer.location;
    return Response.json({ location } satisfies ScriptAnswer, { headers });
  }
  const errors = answer.lastResult?.error ?? {};
  return Response.json({ errors } satisfies ScriptAnswer, { status: answer.status, headers });
}
