import { Link } from '@remix-run/react';
import { Banner } from '~/ui/banner';

/** Warns admins of demo accounts when others can reach the application. */
export function DemoWarning({ accounts }: { accounts: string[] }) {
  return (
    <Banner tone="error" title="Demo accounts are active.">
      Anyone who can open this page can sign in as {accounts.join(', ')} with the demo password. Reset their
      passwords or delete them under <Link to="/settings/users">User Management</Link>.
    </Banner>
  );
}
