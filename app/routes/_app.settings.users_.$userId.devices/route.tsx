import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { loadUser } from '~/components/administration/user-pages.server';
import { usersPath } from '~/components/administration/admin-links';
import { Devices, type DevicesAnswer } from '~/components/positions/devices';
import { deviceButtons } from '~/components/positions/devices.server';
import { listDevices } from '~/domain/tracking/devices.server';
import { newFormKey } from '~/forms/answers.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { submit } from '~/forms/submit.server';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Tracker Apps · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const devices = await load(() => listDevices({ actor, userId: user.id }));
  return { devices, person, formKey: newFormKey() };
}

export const action = (args: ActionFunctionArgs) => submit(args, deviceButtons(args));

export const clientAction = keepDialogOnNetworkError('Failed to update tracker apps');

export default function DevicesOfUser() {
  const { devices, person, formKey } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const answer = useAnswer<DevicesAnswer>();
  useFailureToast(answer && 'problem' in answer ? answer.problem : null);
  const list = <Devices devices={devices} answer={answer} page={pathname + search} formKey={formKey} />;
  // A separate dialog shows the link.
  if (answer && 'shown' in answer) return list;
  return (
    <RouteDialog
      title="Tracker Apps"
      description={`Report where ${person} is, only while there are stops to do and ${person} has not switched it off`}
      closeTo={usersPath(search)}
    >
      {list}
    </RouteDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
