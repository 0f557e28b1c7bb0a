import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingDialog, SettingsTrouble } from '~/components/administration/dialogs';
import { ZoneOptions } from '~/components/administration/zone-options';
import { getNetwork, saveNetwork } from '~/domain/network/settings/network.server';
import { timeZones, zoneLabel } from '~/domain/network/settings/business-time.server';
import { env } from '~/process/env.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { useSent, typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Field, InputField, Select } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Network · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getNetwork.spec.may);
  const stored = await load(() => getNetwork({ actor }));
  const { business, ...zones } = timeZones();
  return { stored, zones, inUse: zoneLabel(business), isZoneFixed: env.BUSINESS_TIME_ZONE !== undefined };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveNetwork: button(saveNetwork, ({ nextTimeZone }) => ({
      redirectTo: '/settings',
      toast: {
        title: 'Network updated',
        ...(nextTimeZone && {
          description: `${zoneLabel(nextTimeZone)} takes effect at the next start of the server`,
        }),
      },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update the network');

const FIELDS = [
  {
    name: 'name',
    label: 'Network name',
    hint: 'In the header, on the sign-in page and under the app’s icon',
    required: true,
  },
  { name: 'company', label: 'Company', hint: 'On proofs of delivery; may be empty', required: false },
] as const;

export default function NetworkSettings() {
  const { stored, zones, inUse, isZoneFixed } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'saveNetwork');
  return (
    <SettingDialog title="Network" answer={answer} intent="saveNetwork">
      {FIELDS.map((field, index) => (
        <InputField
          key={field.name}
          {...field}
          maxLength={200}
          autoComplete="off"
          errors={sent?.error?.[field.name]}
          defaultValue={typedText(sent, field.name, stored[field.name])}
          data-autofocus={index === 0 ? '' : undefined}
        />
      ))}
      {isZoneFixed ? (
        <p>Time zone: {inUse}. Only the server’s setting BUSINESS_TIME_ZONE changes it.</p>
      ) : (
        <Field
          label="Time zone"
          name="timeZone"
          id="network-time-zone"
          hint={
            stored.nextTimeZone
              ? `Takes effect at the next start of the server. Until then: ${inUse}`
              : 'A change takes effect at the next start of the server, which counts the days of the history again'
          }
          errors={sent?.error?.timeZone}
        >
          {(control) => (
            <Select
              {...control}
              defaultValue={typedText(sent, 'timeZone', stored.nextTimeZone ?? stored.timeZone)}
            >
              <ZoneOptions zones={zones} />
            </Select>
          )}
        </Field>
      )}
    </SettingDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
