import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getToken, revokeToken } from '~/domain/network/users/tokens.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { loadOne } from '~/http/page.server';
import { SettingsTrouble } from '~/components/administration/dialogs';

/** The owner is null for the user's own token. */
const loadToken = (args: LoaderFunctionArgs) =>
  loadOne(args, getToken, ({ name, user }, actor) => ({
    name,
    owner: user.id === actor.id ? null : user.name || user.username,
  }));

/** The page that lists the token. */
const listOf = (owner: string | null) => (owner === null ? '/settings/tokens' : '/settings/all-tokens');

export const loader = (args: LoaderFunctionArgs) => loadToken(args);

export const action = async (args: ActionFunctionArgs) => {
  const { owner } = await loadToken(args);
  return submit(args, {
    revokeToken: button(revokeToken, ({ name }) => ({
      redirectTo: listOf(owner),
      toast: { title: 'API token revoked', description: name },
    })),
  });
};

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Revoke API Token',
  description: ({ owner }) => owner ?? undefined,
  text: ({ name }) => `Scripts that use “${name}” will stop working. This can’t be undone.`,
  intent: 'revokeToken',
  label: 'Revoke Token',
  pending: 'Revoking...',
  back: ({ owner }) => listOf(owner),
  failure: 'Failed to revoke token',
  size: 'form',
});

export { ConfirmDialog as default, meta, clientAction, SettingsTrouble as ErrorBoundary };
