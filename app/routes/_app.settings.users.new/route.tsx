import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { usersPath } from '~/components/administration/admin-links';
import { UserTrouble } from '~/components/administration/dialogs';
import { newUserForm } from '~/components/administration/user-forms.server';
import { backToUsers, withUsername } from '~/components/administration/user-pages.server';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { addUser } from '~/domain/network/users/commands.server';
import { homeFirst } from '~/domain/network/users/schema';
import { DescribedForm } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Create New User · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, addUser.spec.may);
  return { form: newUserForm(await load(() => listDealershipNames({ actor }))) };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    createUser: button(addUser, backToUsers(args, 'User created', withUsername), { compose: homeFirst }),
  });

export const clientAction = keepDialogOnNetworkError('Failed to create user');

export default function CreateNewUser() {
  const { form } = useLoaderData<typeof loader>();
  const list = usersPath(useLocation().search);
  return (
    <RouteDialog title="Create New User" closeTo={list}>
      <DescribedForm form={form} answer={useAnswer<Answered>()} cancelTo={list} hasFocus />
    </RouteDialog>
  );
}

export const ErrorBoundary = UserTrouble;
