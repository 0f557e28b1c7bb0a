/** The switch Counts | Timeline sends its form here. The answer leads back to the page of the switch. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { chooseBoardView } from '~/domain/network/users/profile.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { backIn } from '~/http/redirect.server';
import { requirePage } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, 'readBoard');
  return redirect('/dispatcher');
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    '': button(chooseBoardView, (_, given, form) => ({ redirectTo: backIn(form), toast: null }), {
      compose: ({ boardView }) => ({ boardView }),
    }),
  });

export const clientAction = keepDialogOnNetworkError('Failed to switch');
