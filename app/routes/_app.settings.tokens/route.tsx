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
import { tokens as words } from '~/words/en/tokens';
import { asWritten } from '~/words/words';

export const meta: MetaFunction = () => [{ title: words.pageTitle }];

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
        title={words.title}
        description={words.about}
        actions={
          <>
            <LinkButton size="form" to="/help/api">
              {words.guide}
            </LinkButton>
            <LinkButton size="form" variant="primary" to="/settings/tokens/new">
              {words.new}
            </LinkButton>
          </>
        }
      >
        <Card flush>
          {tokens.length === 0 ? (
            <p className={css.none}>{words.none}</p>
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
        <strong {...asWritten()}>{name}</strong> {expired && <Badge tone="urgent">{words.expiredMark}</Badge>}
        <div className={css.hint}>
          {words.created}
          <Time iso={createdAt} />
          {' · '}
          {lastUsedAt ? (
            <>
              {words.lastUsed}
              <Time iso={lastUsedAt} />
            </>
          ) : (
            words.neverUsed
          )}
          {' · '}
          {expiresAt ? (
            <>
              {expired ? words.expired : words.expires}
              <Time iso={expiresAt} />
            </>
          ) : (
            words.neverExpires
          )}
        </div>
      </div>
      <LinkButton
        size="form"
        to={`/settings/tokens/${String(id)}/revoke`}
        variant="danger"
        preventScrollReset
        aria-label={words.revokeNamed(name)}
      >
        {words.revoke}
      </LinkButton>
    </li>
  );
}
