import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, useLocation, useRouteError } from '@remix-run/react';
import { ADDRESS_FIELDS } from '~/domain/network/accounts/fields';
import { getAccount, listManagedAddresses } from '~/domain/network/accounts/queries.server';
import { listRedirectable } from '~/domain/tasks/lifecycle/redirect.server';
import { settleChoices } from '~/domain/kernel/form-merge';
import { submit } from '~/forms/submit.server';
import { newFormKey } from '~/forms/answers.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { deniedRole, OtherRolesOnly } from '~/forms/no-access';
import { frame } from '~/words/en/frame';
import { accountsPath, contactsPath } from '~/components/accounts/accounts-links';
import { addressButtons } from '~/components/address-manager/buttons.server';
import { DeleteAddress } from '~/components/address-manager/address-card';
import { failureOf } from '~/components/address-manager/mode';
import { AddressManager } from '~/components/address-manager/manager';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { TryAgain, useFailure } from '~/ui/failure';
import * as icon from '~/ui/icon.css';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import * as css from './addresses.css';

export const meta: MetaFunction = () => [{ title: 'Manage Addresses · Parts Dispatch' }];

const INVALID_ID = 'Invalid account ID. Please go back to the accounts page.';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getAccount.spec.may);
  if (!/^\d+$/.test(params.accountId ?? '')) throw Response.json({ error: INVALID_ID }, { status: 400 });
  return load(async () => {
    const { id, name } = await getAccount({ actor, accountId: pathIdOr404(params.accountId) });
    const [addresses, redirectable] = await Promise.all([
      listManagedAddresses(actor, id),
      listRedirectable({ actor, accountId: id }),
    ]);
    return { id, name, addresses, redirectable, formKey: newFormKey() };
  });
}

export const action = (args: ActionFunctionArgs) => submit(args, addressButtons(args));

export const clientAction = keepDialogOnNetworkError(
  (intent) => failureOf(intent)?.fallback ?? 'Failed to update address',
  (form) => {
    settleChoices(form, Object.values(ADDRESS_FIELDS));
  },
);

export default function ManageAddresses() {
  const { id, name, addresses, redirectable, formKey } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  return (
    <div className={css.page}>
      <Stack gap={4}>
        <div className={css.head}>
          <LinkButton to={accountsPath(search)}>
            <span aria-hidden="true" className={icon.arrowLeft} /> Back to Accounts
          </LinkButton>
          <h1>Manage Addresses: {name}</h1>
          <LinkButton to={contactsPath(id, search)}>Contacts</LinkButton>
        </div>
        <Card title="Delivery Addresses" id="delivery-addresses">
          <AddressManager
            addresses={addresses}
            redirectable={redirectable}
            formKey={formKey}
            answer={answer}
            isPage
          />
        </Card>
      </Stack>
      <DeleteAddress addresses={addresses} answer={answer} />
    </div>
  );
}

/** Says that the page's address is wrong, and links back. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { search } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { text } = useFailure(error, {
    title: 'Error fetching account',
    text: 'The addresses could not be loaded. Everything you saved is safe.',
  });
  const role = deniedRole(error);
  if (role) {
    return (
      <div className={css.page}>
        <Card title={frame.denied} level={1}>
          <OtherRolesOnly role={role} />
        </Card>
      </div>
    );
  }
  return (
    <div className={css.page}>
      <Card title={status === 404 ? 'Account not found' : 'Error fetching account'} level={1}>
        <Stack gap={3}>
          <p>{text}</p>
          {status >= 500 && <TryAgain />}
          <Inline>
            <LinkButton to={accountsPath(search)} variant="primary">
              Go to Accounts
            </LinkButton>
          </Inline>
        </Stack>
      </Card>
    </div>
  );
}
