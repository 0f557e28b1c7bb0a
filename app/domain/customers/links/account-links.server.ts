/** Links that show an account its deliveries of the day. The rules are those of links to one task. */
import { transaction } from 'db/connection';
import { recordChange } from '~/domain/network/accounts/activity.server';
import { lockAccount } from '~/domain/network/accounts/queries.server';
import { atAccount } from '~/domain/network/accounts/schema';
import { Deleted } from '~/domain/kernel/answers';
import { command } from '~/domain/kernel/command.server';
import { id } from '~/domain/kernel/schema';
import { newLink, NewLinkAnswer, revoke } from './links.server';

export const createAccountLink = command(
  {
    summary: 'Creates a link that shows an account its deliveries of the day',
    about:
      'Without signing in, `/p/{token}` lists the open deliveries to the account, with their place in the line, and those completed today, for 14 days. The token is returned only in this response.',
    may: 'shareProof',
    at: atAccount,
    answer: NewLinkAnswer,
    creates: true,
    repeated: ({ id: made }) => ({ id: made }),
  },
  ({ actor, accountId }) =>
    transaction(async () => {
      await lockAccount(accountId);
      const made = await newLink({ accountId }, actor.id);
      await recordChange(actor, { accountId, action: 'link-created', changes: {} });
      return made;
    }),
);

/** Revoking an ended link is harmless. */
export const revokeAccountLink = command(
  {
    summary: 'Revokes a link that shows an account its deliveries',
    may: 'shareProof',
    at: { ...atAccount, linkId: id },
    answer: Deleted,
  },
  ({ actor, accountId, linkId }) =>
    transaction(async () => {
      await lockAccount(accountId);
      if (await revoke(linkId, { accountId }))
        await recordChange(actor, { accountId, action: 'link-revoked', changes: {} });
      return { id: linkId };
    }),
);
