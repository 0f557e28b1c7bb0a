/** The API tokens of everybody, for admins. One's own are on the settings page behind the dialog. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listEverybodysTokens } from '~/domain/users/tokens.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { SettingsTrouble } from '~/components/administration/settings-trouble';
import { RouteDialog } from '~/ui/dialog';
import { EmptyState } from '~/ui/empty';
import { TokenTable } from './token-table';

export const meta: MetaFunction = () => [{ title: 'API Tokens · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, listEverybodysTokens.spec.may);
  return { tokens: await load(() => listEverybodysTokens({ actor })) };
}

export default function EverybodysTokens() {
  const { tokens } = useLoaderData<typeof loader>();
  return (
    <RouteDialog
      title="API Tokens"
      description="Of everybody: each lets a script act for its user"
      closeTo="/settings"
      size="wide"
    >
      {tokens.length > 0 ? <TokenTable tokens={tokens} /> : <EmptyState>Nobody has a token.</EmptyState>}
    </RouteDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
