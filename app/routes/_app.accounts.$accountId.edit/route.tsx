import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { updateAccount } from '~/domain/accounts/commands.server';
import { listManagedAddresses } from '~/domain/accounts/manager.server';
import { ACCOUNT_FIELDS, ADDRESS_FIELDS } from '~/domain/accounts/merge';
import { getAccount } from '~/domain/accounts/queries.server';
import { AccountForm as AccountFormSchema } from '~/domain/accounts/schema';
import { accountStory } from '~/domain/accounts/story.server';
import { settleChoices } from '~/domain/form-merge';
import { readForm } from '~/http/form-body.server';
import { draftValues, intent, keptFields, newFormKey } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { AccountTrouble } from '~/parts/accounts/account-trouble';
import { submitOrMerge } from '~/parts/accounts/conflict.server';
import { accountsPath } from '~/parts/accounts/view';
import { submitAddress } from '~/parts/address-manager/actions.server';
import { DeleteAddress, useRemoved } from '~/parts/address-manager/delete-dialog';
import { failureOf } from '~/parts/address-manager/failures';
import type { Answer } from '~/parts/address-manager/failures';
import { AddressManager } from '~/parts/address-manager/manager';
import { inPlace } from '~/parts/offline/in-place';
import { ActivityList } from '~/parts/task-form/activity';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { AccountForm } from './account-form';

export const meta: MetaFunction = () => [{ title: 'Edit Account · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  return load(async () => {
    const { id, name, phone, accountType, version } = await getAccount(actor, pathIdOr404(params.accountId));
    const [addresses, draft, story] = await Promise.all([
      listManagedAddresses(actor, id),
      keptFields(request, actor),
      accountStory(actor, id),
    ]);
    const kept = draftValues(draft);
    // A draft of an address has its name under the same name; it stays where it was typed.
    const values = { name, phone, accountType, ...('accountType' in kept && kept) };
    return { id, values, version, addresses, story, formKey: newFormKey() };
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const accountId = pathIdOr404(params.accountId);
  const given = (await readForm(request.clone())).get('intent');
  if (failureOf(given)) return submitAddress(request, actor, accountId);
  return submitOrMerge(request, actor, ACCOUNT_FIELDS, {
    save: intent(AccountFormSchema, async ({ version, ...input }) => {
      await updateAccount(actor, accountId, input, { expectedVersion: version });
      return { redirectTo: accountsPath(new URL(request.url).search), toast: { title: 'Account updated' } };
    }),
  });
}

export const clientAction = inPlace(
  (given) => failureOf(given)?.fallback ?? 'Failed to update account',
  (form) => {
    settleChoices(form, form.has('addressId') ? ADDRESS_FIELDS : ACCOUNT_FIELDS);
  },
);

export default function EditAccount() {
  const { id, values, version, addresses, story, formKey } = useLoaderData<typeof loader>();
  const answer: Answer = useAnswer<typeof action>();
  const closeTo = accountsPath(useLocation().search);
  const isRemoving = useRemoved(addresses) !== null;
  const forAccount = failureOf(answer?.intent) ? undefined : answer;
  return (
    <>
      <RouteDialog title="Edit Account" closeTo={closeTo} size="large">
        <Stack gap={5}>
          <AccountForm
            // A form that was overtaken begins again, with what is merged already.
            key={`${String(id)}-${String(forAccount?.conflict?.version ?? '')}`}
            values={values}
            version={version}
            formKey={formKey}
            answer={forAccount}
            closeTo={closeTo}
          />
          <AddressManager addresses={addresses} formKey={formKey} answer={answer} />
          <ActivityList story={story} />
        </Stack>
      </RouteDialog>
      {isRemoving && <DeleteAddress addresses={addresses} answer={answer} />}
    </>
  );
}

export const ErrorBoundary = AccountTrouble;
