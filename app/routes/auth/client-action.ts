import type { ClientActionFunctionArgs } from '@remix-run/react';
import { isConnectionFailure } from '~/ui/connection';
import type { answerForm } from './actions.server';

const NO_CONNECTION = 'There is no connection to the server. Nothing was sent; please try again.';

/** Without a connection the form stays as it is and says so. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction<typeof answerForm>();
  } catch (error) {
    if (!isConnectionFailure(error)) throw error;
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    return {
      redirectTo: text('redirectTo'),
      draft: text('draft'),
      lastResult: { status: 'error' as const, error: { '': [NO_CONNECTION] } },
    };
  }
}
