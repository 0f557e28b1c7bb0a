/** Answers the script of the sign-in page: with the path to go to, or with errors. */
import type { ActionFunctionArgs } from '@remix-run/node';
import { homeOf } from '~/domain/kernel/pages.server';
import { answerForm } from '~/routes/auth/actions.server';
import type { ScriptAnswer } from '~/routes/auth/page-parts';

export async function action({ request, context }: ActionFunctionArgs) {
  const { headers, ...answer } = await answerForm(request, context);
  if ('location' in answer) {
    // Skips the start page, because its redirect would cost another request.
    const location = answer.location === '/' ? homeOf(answer.actor) : answer.location;
    return Response.json({ location } satisfies ScriptAnswer, { headers });
  }
  const errors = answer.lastResult?.error ?? {};
  return Response.json({ errors } satisfies ScriptAnswer, { status: answer.status, headers });
}
