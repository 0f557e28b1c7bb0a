/** The mail servers that may be called: as for webhooks, only public ones, unless the operator allows others. */
import { guard } from '~/domain/platform/guarded-address.server';
import { env } from '~/process/env.server';

export const { addressOf: mailServerAddress, refusedLiteral: refusedMailServer } = guard({
  name: 'mailboxes',
  isGuarded: env.INTAKE_MAIL_PRIVATE_ADDRESSES === 'off',
});
