import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingDialog, SettingsTrouble } from '~/components/administration/dialogs';
import { getNotifications, saveNotifications } from '~/domain/notifications/push/events.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { useSent, typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { InputField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Notifications · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getNotifications.spec.may);
  return load(() => getNotifications({ actor }));
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveNotifications: button(saveNotifications, () => ({
      redirectTo: '/settings',
      toast: { title: 'Notifications updated' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update the notifications');

export default function Notifications() {
  const { unassignedMinutes } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'saveNotifications');
  return (
    <SettingDialog
      title="Notifications"
      description="Dispatchers are notified of tasks that have no driver"
      answer={answer}
      intent="saveNotifications"
    >
      <InputField
        label="Minutes without a driver"
        name="unassignedMinutes"
        id="unassigned-minutes"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        hint="0 for no such notification"
        errors={sent?.error?.unassignedMinutes}
        defaultValue={typedText(sent, 'unassignedMinutes', String(unassignedMinutes))}
        data-autofocus=""
      />
    </SettingDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
