import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingDialog, SettingsTrouble } from '~/components/administration/dialogs';
import { getDispatcherPhone, saveDispatcherPhone } from '~/domain/network/users/dispatcher-phone.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { useSent, typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { InputField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Dispatcher Phone · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getDispatcherPhone.spec.may);
  return load(() => getDispatcherPhone({ actor }));
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    savePhone: button(saveDispatcherPhone, () => ({
      redirectTo: '/settings',
      toast: { title: 'Dispatcher phone updated' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update the dispatcher phone');

export default function DispatcherPhone() {
  const { phone } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'savePhone');
  return (
    <SettingDialog
      title="Dispatcher Phone"
      description="Drivers see “Call dispatcher” in their menu"
      answer={answer}
      intent="savePhone"
    >
      <InputField
        label="Phone number"
        name="phone"
        id="dispatcher-phone"
        type="tel"
        maxLength={32}
        autoComplete="off"
        hint="Leave empty to hide it"
        errors={sent?.error?.phone}
        defaultValue={typedText(sent, 'phone', phone)}
        data-autofocus=""
      />
    </SettingDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
