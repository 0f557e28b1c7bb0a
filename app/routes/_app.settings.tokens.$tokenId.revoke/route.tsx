import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getToken, revokeToken } from '~/domain/network/users/tokens.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { loadOne } from '~/http/page.server';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { tokens as words } from '~/words/en/tokens';

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
      toast: { title: words.revoked, description: name },
    })),
  });
};

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>(() => ({
  title: words.revokeTitle,
  description: ({ owner }) => owner ?? undefined,
  text: ({ name }) => words.revokeText(name),
  intent: 'revokeToken',
  label: words.revokeButton,
  pending: words.revoking,
  back: ({ owner }) => listOf(owner),
  failure: words.revokeFailed,
  size: 'form',
}));

export { ConfirmDialog as default, meta, clientAction, SettingsTrouble as ErrorBoundary };
