/** The API tokens of all users, for admins. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, Outlet, useLoaderData } from '@remix-run/react';
import { SettingsPage } from '~/components/administration/settings-page';
import type { TokenOfUser } from '~/domain/network/users/schema';
import { listEverybodysTokens } from '~/domain/network/users/tokens.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { Table } from '~/ui/table';
import * as css from '~/ui/table.css';
import { Time } from '~/ui/time';
import { EmptyState } from '~/ui/banner';

export const meta: MetaFunction = () => [{ title: 'Everyone’s API Tokens · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listEverybodysTokens.spec.may);
  return { tokens: await load(() => listEverybodysTokens({ actor })) };
}

export default function EverybodysTokens() {
  const { tokens } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsPage
        title="Everyone’s API Tokens"
        description="All users’ tokens. Each one lets a script act for its user"
      >
        {tokens.length > 0 ? <TokenTable tokens={tokens} /> : <EmptyState>No tokens yet.</EmptyState>}
      </SettingsPage>
      <Outlet />
    </>
  );
}

function TokenTable({ tokens }: { tokens: TokenOfUser[] }) {
  return (
    <Table columns={['User', 'Name', 'Created', 'Last used', 'Expires', 'Actions']}>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </Table>
  );
}

function TokenRow({ token }: { token: TokenOfUser }) {
  const { id, name, user, createdAt, lastUsedAt, expiresAt, expired } = token;
  const owner = user.name || user.username;
  return (
    <tr className={expired ? css.former : undefined}>
      <td data-label="User">{owner}</td>
      <td data-label="Name">{name}</td>
      <td data-label="Created">
        <Time iso={createdAt} />
      </td>
      <td data-label="Last used">{lastUsedAt ? <Time iso={lastUsedAt} /> : 'Never'}</td>
      <td data-label="Expires">
        <span>
          {expiresAt ? <Time iso={expiresAt} /> : 'Never'} {expired && <Badge tone="urgent">Expired</Badge>}
        </span>
      </td>
      <td data-label="Actions">
        <Link
          to={`/settings/all-tokens/${String(id)}/revoke`}
          className={css.rowLink}
          preventScrollReset
          aria-label={`Revoke ${name} of ${owner}`}
        >
          Revoke
        </Link>
      </td>
    </tr>
  );
}
