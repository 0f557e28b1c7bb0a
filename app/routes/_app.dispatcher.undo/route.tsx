/** Where every Undo button sends its form; it answers with the page that it was pressed on. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { asDomainError } from '~/domain/faults.server';
import { Undo } from '~/domain/tasks/form/inputs.server';
import { undo } from '~/domain/tasks/undo/undo.server';
import { redirectWithToast } from '~/http/flash.server';
import { readForm } from '~/http/form-body.server';
import { safePath } from '~/http/safe-path.server';
import { requireRole } from '~/http/session.server';
import { inPlace } from '~/forms/in-place';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireRole(request, 'dispatcher');
  return redirect('/dispatcher');
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const input = Undo.safeParse(Object.fromEntries(await readForm(request)));
  if (!input.success) throw new Response('Unknown act', { status: 400 });
  const back = safePath(input.data.back);
  try {
    await undo(actor, input.data.undoId);
    return await redirectWithToast(back, { title: 'Undone' });
  } catch (error) {
    const known = asDomainError(error);
    if (!known) throw error;
    return redirectWithToast(back, { title: 'Error', description: known.message, tone: 'destructive' });
  }
}

export const clientAction = inPlace('Failed to undo');
