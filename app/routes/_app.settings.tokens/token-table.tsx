import { Link } from '@remix-run/react';
import type { TokenOfUser } from '~/domain/users/answers';
import * as css from '~/components/administration/table.css';
import { Badge } from '~/ui/badge';
import { Time } from '~/ui/time';

export function TokenTable({ tokens }: { tokens: TokenOfUser[] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Name</th>
          <th scope="col">Made</th>
          <th scope="col">Last used</th>
          <th scope="col">Ends</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </tbody>
    </table>
  );
}

function TokenRow({ token }: { token: TokenOfUser }) {
  const { id, name, user, createdAt, lastUsedAt, expiresAt, expired } = token;
  const owner = user.name || user.username;
  return (
    <tr className={expired ? css.former : undefined}>
      <td data-label="User">{owner}</td>
      <td data-label="Name">{name}</td>
      <td data-label="Made">
        <Time iso={createdAt} />
      </td>
      <td data-label="Last used">{lastUsedAt ? <Time iso={lastUsedAt} /> : 'Never'}</td>
      <td data-label="Ends">
        <span>
          {expiresAt ? <Time iso={expiresAt} /> : 'Never'} {expired && <Badge tone="urgent">Expired</Badge>}
        </span>
      </td>
      <td data-label="Actions">
        <Link
          to={`/settings/tokens/${String(id)}/revoke`}
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
