import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { getNetwork, saveNetwork } from '~/domain/network/network.server';
import { FormDialog } from '~/forms/form-dialog';
import { inPlace } from '~/forms/in-place';
import { button, submit } from '~/forms/submit.server';
import { typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { InputField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Network · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getNetwork.spec.may);
  return load(() => getNetwork({ actor }));
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveNetwork: button(saveNetwork, () => ({
      redirectTo: '/settings',
      toast: { title: 'Network updated' },
    })),
  });

export const clientAction = inPlace('Failed to update the network');

const FIELDS = [
  { name: 'name', label: 'Network name', hint: 'On the sign-in page', required: true },
  { name: 'company', label: 'Company', hint: 'On proofs of delivery; may be empty', required: false },
] as const;

export default function NetworkSettings() {
  const stored = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  useFailureToast(answer?.problem ?? null);
  return (
    <FormDialog
      title="Network"
      closeTo="/settings"
      size="form"
      refusal={answer?.problem?.fields ? undefined : answer?.problem?.error}
      intent="saveNetwork"
      submit="Save"
      submitting="Saving..."
    >
      {FIELDS.map((field, index) => (
        <InputField
          key={field.name}
          {...field}
          maxLength={200}
          autoComplete="off"
          errors={answer?.lastResult.error?.[field.name]}
          defaultValue={typedText(answer?.lastResult, field.name, stored[field.name])}
          data-autofocus={index === 0 ? '' : undefined}
        />
      ))}
      <p>Time zone: {stored.timeZone}. Only the server’s setting BUSINESS_TIME_ZONE changes it.</p>
    </FormDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
