/** The buttons of customer links: for a task in two dialogs, and for an account. */
import type { ActionFunctionArgs } from '@remix-run/node';
import type { Command } from '~/domain/kernel/command.server';
import { button } from '~/forms/submit.server';
import { publicOrigin } from '~/http/origin.server';
import { pagePath } from '~/http/session.server';

type NewLink = { id: number; token?: string | undefined };

export const linkButtons = <At, AtLink>(
  { request, context }: ActionFunctionArgs,
  create: Command<At, undefined, NewLink>,
  revoke: Command<AtLink, undefined, { id: number }>,
) => ({
  // The answer itself shows the link, and only once, because nothing stores it.
  createProofLink: button(create, ({ token = '' }) => ({
    shown: { link: `${publicOrigin(request, context)}/p/${token}` },
  })),
  revokeProofLink: button(revoke, () => ({
    redirectTo: pagePath(request),
    toast: { title: 'Link revoked', description: 'It can no longer be opened.' },
  })),
});
