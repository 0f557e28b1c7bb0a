import type { Token } from '~/domain/users/answers';
import { Badge } from '~/ui/badge';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline } from '~/ui/layout';
import { Time } from '~/ui/time';
import * as css from './settings.css';

/** One's own API tokens. The token itself was shown once, when it was made. */
export function TokensCard({ tokens }: { tokens: Token[] }) {
  return (
    <Card
      title="API Tokens"
      id="tokens"
      flush
      actions={
        <Inline>
          <LinkButton size="form" to="/help/api">
            How scripts use them
          </LinkButton>
          <LinkButton size="form" to="/settings/tokens/new" preventScrollReset>
            New Token
          </LinkButton>
        </Inline>
      }
    >
      {tokens.length === 0 ? (
        <p className={css.none}>A token lets a script act for you, without your password. You have none.</p>
      ) : (
        <ul>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function TokenRow({ token: { id, name, createdAt, expiresAt, expired, lastUsedAt } }: { token: Token }) {
  return (
    <li className={css.token}>
      <div className={css.tokenText}>
        <strong>{name}</strong> {expired && <Badge tone="urgent">Expired</Badge>}
        <div className={css.hint}>
          Made <Time iso={createdAt} />
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
              {expired ? 'ended' : 'ends'} <Time iso={expiresAt} />
            </>
          ) : (
            'no end'
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
