/** Sign-ins, failed sign-ins and lockouts, written to the log and the audit log. */
import { recordAdminEvent } from '~/domain/administration/record.server';
import { log, nameCaller } from '~/log.server';
import type { Actor } from '~/domain/actor';

type SignInEvent = 'session.opened' | 'session.refused' | 'session.locked';

const SAID: Record<SignInEvent, string> = {
  'session.opened': 'signed in',
  'session.refused': 'sign-in refused',
  'session.locked': 'sign-in locked',
};

/** An unknown name is not written down: people sometimes type their password there. */
const NOBODY = { id: 0, name: 'Nobody of that name' };

/** @param known whose name was typed. */
export async function noteSignIn(event: SignInEvent, known: Actor | null, ip: string): Promise<void> {
  const target = known ? { id: known.id, name: known.name || known.username } : NOBODY;
  const isIn = event === 'session.opened';
  if (known && isIn) nameCaller(known);
  await recordAdminEvent(isIn ? known : null, { act: event, target, changes: { address: [null, ip] } });
  const about = { event, ...(known && { targetUserId: known.id }), client: ip };
  if (isIn) log.info(about, SAID[event]);
  else log.warn(about, SAID[event]);
}
