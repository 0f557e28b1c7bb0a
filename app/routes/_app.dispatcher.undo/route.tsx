/** Every Undo button sends its form here. The answer leads back to the page of the button. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { undoPlan } from '~/modules/day-plans/undo.server';
import { undo } from '~/domain/tasks/undo/undo.server';
import type { DomainError } from '~/domain/kernel/errors';
import type { TakenBack } from '~/modules/day-plans/schema';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { undoOffer, undoPlanOffer } from '~/forms/answers.server';
import { button, submit } from '~/forms/submit.server';
import { backIn } from '~/http/redirect.server';
import { requirePage } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, undo.spec.may);
  return redirect('/dispatcher');
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    // Only the Undo of a plan sends an intent.
    '': button(undo, (_, given, form) => ({ redirectTo: backIn(form), toast: { title: 'Undone' } }), {
      compose: ({ undoId }) => ({ undoId }),
      refused: (error, form) => refused(error, form, undoOffer(textOf(form.get('undoId')))),
    }),
    plan: button(
      undoPlan,
      ({ skipped }, _, form) => ({ redirectTo: backIn(form), toast: { title: titleOf(skipped) } }),
      {
        compose: () => ({}),
        refused: (error, form, { planId }) => refused(error, form, undoPlanOffer(planId)),
      },
    ),
  });

/** @param again is offered once more while the server cannot decide. */
const refused = ({ kind, message }: DomainError, form: FormData, again: ReturnType<typeof undoOffer>) => ({
  redirectTo: backIn(form),
  toast: {
    title: 'Error',
    description: message,
    tone: 'destructive' as const,
    ...(kind === 'unavailable' && again),
  },
});

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : null);

const titleOf = (skipped: TakenBack['skipped']) =>
  skipped.length === 0 ? 'Undone' : `Undone, but not for ${skipped.map(({ name }) => name).join(', ')}`;

export const clientAction = keepDialogOnNetworkError('Failed to undo');
