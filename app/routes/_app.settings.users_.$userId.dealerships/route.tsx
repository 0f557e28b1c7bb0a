import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { changeDealerships } from '~/domain/network/users/commands.server';
import { homeFirst } from '~/domain/network/users/schema';
import { button, submit } from '~/forms/submit.server';
import { DealershipChoice } from '~/components/administration/user-fields';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { useSent } from '~/forms/typed';
import { load } from '~/http/page.server';
import type { Answered } from '~/forms/unreachable';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Edit User Dealerships · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const { dealerships } = user;
  const names = await load(() => listDealershipNames({ actor }));
  return { dealerships, offered: [...new Set([...names, ...dealerships])], person };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    changeDealerships: button(changeDealerships, backToUsers(args, 'Dealerships updated'), {
      compose: homeFirst,
    }),
  });

export const clientAction = keepDialogOnNetworkError('Failed to update user dealerships');

export default function EditUserDealerships() {
  const { dealerships, offered, person } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <UserDialog
      title="Edit User Dealerships"
      description={person}
      answer={answer}
      intent="changeDealerships"
      submit="Save"
      submitting="Saving..."
    >
      <DealershipChoice offered={offered} stored={dealerships} sent={useSent(answer, 'changeDealerships')} />
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
