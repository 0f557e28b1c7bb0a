import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { usersPath } from '~/components/administration/admin-links';
import { UserTrouble } from '~/components/administration/dialogs';
import { dealershipsForm } from '~/components/administration/user-forms.server';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { changeDealerships } from '~/domain/network/users/commands.server';
import { homeFirst } from '~/domain/network/users/schema';
import { DescribedForm } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Edit User Dealerships · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  return {
    person,
    form: dealershipsForm(await load(() => listDealershipNames({ actor })), user.dealerships),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    changeDealerships: button(changeDealerships, backToUsers(args, 'Dealerships updated'), {
      compose: homeFirst,
    }),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update user dealerships');

export default function EditUserDealerships() {
  const { person, form } = useLoaderData<typeof loader>();
  const list = usersPath(useLocation().search);
  return (
    <RouteDialog title="Edit User Dealerships" description={person} closeTo={list}>
      <DescribedForm form={form} answer={useAnswer<Answered>()} cancelTo={list} hasFocus />
    </RouteDialog>
  );
}

export const ErrorBoundary = UserTrouble;
