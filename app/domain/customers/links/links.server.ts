/**
 * Links that show one task, or the deliveries of an account, to anyone who has them. They end when they
 * expire or are revoked.
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/v4';
import { row, rows, transaction } from 'db/connection';
import { hashOf } from '~/domain/network/users/sessions.server';
import { noted } from '~/domain/tasks/store/save.server';
import type { Actor } from '~/domain/kernel/actor';
import { Deleted, id, known } from '~/domain/kernel/schema';
import { command } from '~/domain/kernel/command.server';
import { lockAccount } from '~/domain/network/accounts/queries.server';
import { notFound } from '~/domain/kernel/errors';
import { authorizeAll, requirePerson } from '~/domain/kernel/permissions';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { record } from '~/domain/tasks/events/record.server';
import { atTask } from '~/domain/tasks/model/schema';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { keyedHash } from '~/process/secret.server';
import { recordChange } from '~/domain/network/accounts/activity.server';
import { atAccount } from '~/domain/network/accounts/schema';
import { PROOF_LINK_DAYS, type ProofLink } from './proof';

/** SQL, for links as `l`: those that have not ended. */
export const OPEN = `l.revoked_at is null and (l.expires_at is null or l.expires_at > now())
  and (l.contact_id is null or exists (select from account_contacts c where c.id = l.contact_id))`;

/**
 * SQL, for links as `l` and their tasks as `t`: whether the task still goes to the customer that the link was
 * made for.
 */
export const SAME_CUSTOMER = `
  coalesce(case t.type when 'delivery' then l.for_account = t.account_id end,
    l.location is null or lower(trim(l.location)) = lower(trim(t.location)))`;

const NewLinkAnswer = z.strictObject({
  id: known,
  token: z.string().optional().describe('Returned only once'),
});

type Of = { taskId: number } | { accountId: number };

/**
 * Makes a link: to a task for 14 days, to an account until it is revoked. Only the SHA-256 of its token is stored, so it
 * can't be shown again. @param createdBy null for the link of a message.
 */
async function newLink(
  of: Of & { contactId?: number },
  createdBy: number | null,
  token = randomBytes(32).toString('base64url'),
) {
  const made = await row<{ id: number }>(MAKE, {
    taskId: null,
    accountId: null,
    contactId: null,
    ...of,
    tokenHash: hashOf(token),
    createdBy,
    days: PROOF_LINK_DAYS,
  });
  return { id: made?.id ?? 0, token };
}

const MAKE = `
  insert into proof_links (task_id, account_id, contact_id, token_hash, created_by, expires_at, location, for_account)
  select $taskId::integer, $accountId::integer, $contactId::integer, $tokenHash::bytea, $createdBy::integer,
    case when $taskId::integer is not null then now() + make_interval(days => $days::integer) end, t.location,
    case t.type when 'delivery' then t.account_id end
  from (select) one left join tasks t on t.id = $taskId::integer
  on conflict (token_hash) do update set expires_at = excluded.expires_at where proof_links.revoked_at is null
  returning id`;

export const createProofLink = command(
  {
    summary: 'Creates a link that shows a task to its customer',
    about:
      'Without signing in, `/p/{token}` shows the place in the line before the task is completed, and its proof afterwards, for 14 days. The token is returned only in this response. Not for API tokens.',
    may: 'shareProof',
    at: atTask,
    answer: NewLinkAnswer,
    creates: true,
    repeated: ({ id }) => ({ id }),
  },
  ({ actor, taskId }) => {
    requirePerson(actor);
    return transaction(async () => {
      const task = (await lockTasks([taskId])).get(taskId);
      if (!task) throw notFound('Task');
      const made = await newLink({ taskId }, actor.id);
      await record(actor, [noted(taskId, 'proof link created', task.driver_id)]);
      return made;
    });
  },
);

/**
 * Returns the path of a link in a message to the customer, in the transaction under way. It is the same in
 * every try, without being stored.
 */
export const linkForMessage = async (taskId: number, messageId: string) =>
  `/p/${(await newLink({ taskId }, null, keyedHash(`link of message ${messageId}`))).token}`;

/**
 * Returns the path of the page of a contact's account, for their first message: the same in every try, and later.
 * It ends when it is revoked, and with the contact.
 */
export const pageForContact = async (accountId: number, contactId: number) =>
  `/p/${(await newLink({ accountId, contactId }, null, keyedHash(`page of contact ${String(contactId)}`))).token}`;

/** SQL: whether contact `c` of account `a` has got the page, which the office may have revoked since. */
export const HAS_PAGE =
  'exists (select from proof_links l where l.account_id = a.id and l.contact_id = c.id)';

/** Revoking an ended link is harmless. */
export const revokeProofLink = command(
  {
    summary: 'Revokes a link that shows a task to its customer',
    may: 'shareProof',
    at: { ...atTask, linkId: id },
    answer: Deleted,
  },
  ({ actor, taskId, linkId }) =>
    transaction(async () => {
      const task = (await lockTasks([taskId])).get(taskId);
      const isRevoked = await revoke(linkId, { taskId });
      if (task && isRevoked) await record(actor, [noted(taskId, 'proof link revoked', task.driver_id)]);
      return { id: linkId };
    }),
);

const columnOf = (of: Of) => ('taskId' in of ? 'task_id' : 'account_id');
const idOf = (of: Of) => ('taskId' in of ? of.taskId : of.accountId);

/** @returns whether the link could still be opened. */
async function revoke(linkId: number, of: Of): Promise<boolean> {
  const revoked = await rows<{ id: number }>(
    `update proof_links l set revoked_at = now() where id = $linkId and ${columnOf(of)} = $of and ${OPEN} returning id`,
    { linkId, of: idOf(of) },
  );
  return revoked.length > 0;
}

/** Lists the links that can still be opened, latest first. */
export async function listProofLinks(actor: Actor, of: Of): Promise<ProofLink[]> {
  authorizeAll(actor, 'shareProof');
  return rows<ProofLink>(
    `select l.id, coalesce(nullif(u.name, ''), u.username, 'a message to ' || k.name, 'a message to the customer') as by,
       to_json(l.created_at) #>> '{}' as "createdAt", to_json(l.expires_at) #>> '{}' as "expiresAt",
       to_json(l.opened_at) #>> '{}' as "openedAt"
     from proof_links l left join users u on u.id = l.created_by left join tasks t on t.id = l.task_id
     left join account_contacts k on k.id = l.contact_id
     where l.${columnOf(of)} = $of and ${OPEN} and (l.task_id is null or ${SAME_CUSTOMER}) order by l.id desc`,
    { of: idOf(of) },
  );
}

/**
 * Limits the requests of anyone who has a link. A page sends one for itself and at most four for pictures.
 */
export const visits = rateLimit({ name: 'proof', points: 300, seconds: 5 * 60, what: 'requests' });

/** Links that show an account its deliveries. They are standing: made once, and open until they are revoked. */

export const createAccountLink = command(
  {
    summary: 'Creates a link that shows an account its deliveries',
    about:
      'Without signing in, `/p/{token}` lists the open deliveries to the account and those completed in seven days, until it is revoked. The token is returned only in this response. Not for API tokens.',
    may: 'shareProof',
    at: atAccount,
    answer: NewLinkAnswer,
    creates: true,
    repeated: ({ id: made }) => ({ id: made }),
  },
  ({ actor, accountId }) => {
    requirePerson(actor);
    return transaction(async () => {
      await lockAccount(accountId);
      const made = await newLink({ accountId }, actor.id);
      await recordChange(actor, { accountId, action: 'link-created', changes: {} });
      return made;
    });
  },
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
