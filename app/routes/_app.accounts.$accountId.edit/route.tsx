import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { accountActivity } from '~/domain/network/accounts/activity.server';
import { updateAccount } from '~/domain/network/accounts/commands.server';
import { ACCOUNT_FIELDS, ADDRESS_FIELDS } from '~/domain/network/accounts/fields';
import { getAccount, listManagedAddresses } from '~/domain/network/accounts/queries.server';
import { listRedirectable } from '~/domain/tasks/lifecycle/redirect.server';
import { valuesOf } from '~/domain/kernel/field-table';
import { settleChoices } from '~/domain/kernel/form-merge';
import { button, submit } from '~/forms/submit.server';
import { draftValues, restoredFields, newFormKey } from '~/forms/answers.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import {
  accountLinksPath,
  accountsPath,
  AccountTrouble,
  contactsPath,
  numbersPath,
} from '~/components/accounts/accounts-links';
import { addressButtons } from '~/components/address-manager/buttons.server';
import { DeleteAddress, useRemoved } from '~/components/address-manager/address-card';
import { failureOf } from '~/components/address-manager/mode';
import { AddressManager } from '~/components/address-manager/manager';
import { hasSources } from '~/domain/intake/inbox/sources.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { ActivityList } from '~/components/task-form/activity';
import { LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { AccountForm } from '~/components/accounts/account-form';
import { BeginsAnew } from '~/forms/draft-notice';

export const meta: MetaFunction = () => [{ title: 'Edit Account · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, updateAccount.spec.may);
  return load(async () => {
    const account = await getAccount({ actor, accountId: pathIdOr404(params.accountId) });
    const { id, version } = account;
    const [addresses, redirectable, draft, activity, hasInbox] = await Promise.all([
      listManagedAddresses(actor, id),
      listRedirectable({ actor, accountId: id }),
      restoredFields(request, actor),
      accountActivity(actor, id),
      hasSources(),
    ]);
    const drafted = draftValues(draft);
    // A draft of the address form also has a field for the name. It must not fill in the account's name.
    const values = { ...valuesOf(ACCOUNT_FIELDS, account), ...('accountType' in drafted && drafted) };
    return { id, values, version, addresses, redirectable, activity, hasInbox, formKey: newFormKey() };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    save: button(
      updateAccount,
      () => ({
        redirectTo: accountsPath(new URL(args.request.url).search),
        toast: { title: 'Account updated' },
      }),
      { merge: ACCOUNT_FIELDS },
    ),
    ...addressButtons(args),
  });

export const clientAction = keepDialogOnNetworkError(
  (given) => failureOf(given)?.fallback ?? 'Failed to update account',
  (form) => {
    settleChoices(form, Object.values(form.has('addressId') ? ADDRESS_FIELDS : ACCOUNT_FIELDS));
  },
);

export default function EditAccount() {
  const { id, values, version, addresses, redirectable, activity, hasInbox, formKey } =
    useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  const closeTo = accountsPath(search);
  const isRemoving = useRemoved(addresses) !== null;
  const forAccount = failureOf(answer?.intent) ? undefined : answer;
  return (
    <>
      <RouteDialog title="Edit Account" closeTo={closeTo} size="large">
        <Stack gap={5}>
          <BeginsAnew
            // After a conflict, a new form starts with the merged values.
            key={`${String(id)}-${String(forAccount?.conflict?.version ?? '')}`}
          >
            {(again) => (
              <AccountForm
                values={values}
                version={version}
                formKey={formKey}
                answer={forAccount}
                closeTo={closeTo}
                again={again}
              />
            )}
          </BeginsAnew>
          <AddressManager
            addresses={addresses}
            redirectable={redirectable}
            formKey={formKey}
            answer={answer}
          />
          <Inline>
            <LinkButton size="form" to={contactsPath(id, search)} preventScrollReset>
              Contacts
            </LinkButton>
            <LinkButton size="form" to={accountLinksPath(id, search)} preventScrollReset>
              Customer Links
            </LinkButton>
            {hasInbox && (
              <LinkButton size="form" to={numbersPath(id, search)} preventScrollReset>
                Customer Numbers
              </LinkButton>
            )}
          </Inline>
          <ActivityList activity={activity} />
        </Stack>
      </RouteDialog>
      {isRemoving && <DeleteAddress addresses={addresses} answer={answer} />}
    </>
  );
}

export const ErrorBoundary = AccountTrouble;
