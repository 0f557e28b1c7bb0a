import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { createAccount } from '~/domain/network/accounts/commands.server';
import { button, submit } from '~/forms/submit.server';
import { draftValues, restoredFields, newFormKey } from '~/forms/answers.server';
import { requirePage } from '~/http/session.server';
import { accountsPath } from '~/components/accounts/accounts-links';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { BeginsAnew } from '~/forms/draft-notice';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { RouteDialog } from '~/ui/dialog';
import { useAnswer } from '~/ui/use-answer';
import { AccountForm } from '~/components/accounts/account-form';

export const meta: MetaFunction = () => [{ title: 'Add New Account · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, createAccount.spec.may);
  const values = { accountType: 'dealership', ...draftValues(await restoredFields(request, actor)) };
  return { values, formKey: newFormKey() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    create: button(createAccount, () => ({
      redirectTo: accountsPath(new URL(args.request.url).search),
      toast: { title: 'Account created' },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to create account');

export default function NewAccount() {
  return <BeginsAnew>{(again) => <NewAccountDialog again={again} />}</BeginsAnew>;
}

function NewAccountDialog({ again }: { again: () => void }) {
  const { values, formKey } = useLoaderData<typeof loader>();
  const closeTo = accountsPath(useLocation().search);
  return (
    <RouteDialog title="Add New Account" closeTo={closeTo}>
      <AccountForm
        values={values}
        formKey={formKey}
        answer={useAnswer<Answered>()}
        closeTo={closeTo}
        again={again}
      />
    </RouteDialog>
  );
}

export function ErrorBoundary() {
  return <DialogTrouble closeTo={accountsPath(useLocation().search)} />;
}
