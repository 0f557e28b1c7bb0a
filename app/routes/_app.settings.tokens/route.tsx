/** The user's own API tokens. A token itself is shown once, when it is created. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import * as css from '~/components/administration/facts.css';
import { SettingsPage } from '~/components/administration/settings-page';
import type { Token } from '~/domain/network/users/schema';
import { listTokens } from '~/domain/network/users/tokens.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Time } from '~/ui/time';

export const meta: MetaFunction = () => [{ title: 'API Tokens · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listTokens.spec.may);
  return { tokens: await load(() => listTokens({ actor })) };
}

export default function OwnTokens() {
  const { tokens } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsPage
        shape="cards"
        title="API Tokens"
        description="A token lets a script act for you without your password"
        actions={
          <>
            <LinkButton size="form" to="/help/api">
              API guide
            </LinkButton>
            <LinkButton size="form" variant="primary" to="/settings/tokens/new">
              New Token
            </LinkButton>
          </>
        }
      >
        <Card flush>
          {tokens.length === 0 ? (
            <p className={css.none}>You have no tokens.</p>
          ) : (
            <ul>
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </ul>
          )}
        </Card>
      </SettingsPage>
      <Outlet />
    </>
  );
}

function TokenRow({ token: { id, name, createdAt, expiresAt, expired, lastUsedAt } }: { token: Token }) {
  return (
    <li className={css.token}>
      <div className={css.tokenText}>
        <strong>{name}</strong> {expired && <Badge tone="urgent">Expired</Badge>}
        <div className={css.hint}>
          Created <Time iso={createdAt} />
          {' · '}
          {lastUsedAt ? (
            <>
              last used <Time iso={lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
          {' · '}
          {expiresAt ? (
            <>
              {expired ? 'expired' : 'expires'} <Time iso={expiresAt} />
            </>
          ) : (
            'never expires'
          )}
        </div>
      </div>
      <LinkButton
        size="form"
        to={`/settings/tokens/${String(id)}/revoke`}
        variant="danger"
        preventScrollReset
        aria-label={`Revoke ${name}`}
      >
        Revoke
      </LinkButton>
    </li>
  );
}
