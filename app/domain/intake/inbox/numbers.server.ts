/** The customer numbers of an account: one for each source and printed address. */
import { shownAddress } from '~/domain/geography/address';
import * as z from 'zod/v4';
import { row, rows, transaction } from 'db/connection';
import { IntakeCustomer } from 'db/models/intake';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { recordChange } from '~/domain/network/accounts/activity.server';
import { lockAccount, requireAccount } from '~/domain/network/accounts/queries.server';
import { atAccount } from '~/domain/network/accounts/schema';
import { readAgain } from './documents.server';
import { AddNumber, atNumber, NumberAnswer } from './schema';
import { requireSource } from './sources.server';

type StoredNumber = z.output<typeof NumberAnswer>;

const NUMBERS = `
  select c.id, c.account_id as "accountId", c.source_id as "sourceId", s.name as source, c.number, c.name, c.address,
    coalesce((select ${shownAddress('g')} from account_addresses g
      where g.id = c.address_id), c.goes_to) as "goesTo"
  from intake_customers c join intake_sources s on s.id = c.source_id
    join accounts a on a.id = c.account_id and a.deleted_at is null`;

export const listNumbers = query(
  {
    summary: 'The customer numbers of an account',
    may: 'readInbox',
    at: atAccount,
    answer: z.array(NumberAnswer),
  },
  async ({ accountId }) => {
    await requireAccount(accountId);
    return rows<StoredNumber>(
      `${NUMBERS} where c.account_id = $accountId order by lower(s.name), c.number, c.id`,
      { accountId },
    );
  },
);

async function requireNumber(numberId: number): Promise<StoredNumber> {
  const number = await row<StoredNumber>(`${NUMBERS} where c.id = $numberId`, { numberId });
  if (!number) throw notFound('Number');
  return number;
}

const OWNER = `
  select a.name from intake_customers c join accounts a on a.id = c.account_id and a.deleted_at is null
  where c.source_id = $sourceId and c.number = $number limit 1`;

export const addNumber = command(
  {
    summary: 'Says which customer number of a source an account has',
    about: 'Its documents that wait are read again. A number that means an account already is refused.',
    may: 'decideDocuments',
    at: atAccount,
    input: AddNumber,
    answer: NumberAnswer,
    creates: true,
    refusals: [409],
  },
  ({ actor, accountId, input: { sourceId, number } }) =>
    transaction(async () => {
      await lockAccount(accountId);
      const source = await requireSource(sourceId);
      const owner = await row<{ name: string }>(OWNER, { sourceId, number });
      if (owner)
        throw conflict(
          untranslated('numberTaken', `${number} is a number of ${owner.name} at ${source.name} already`),
        );
      // The others belong to deleted accounts.
      await IntakeCustomer.destroy({ where: { sourceId, number } });
      const { id } = await IntakeCustomer.create(
        { sourceId, number, accountId, name: '' },
        { returning: ['id'] },
      );
      await recordNumber(actor, accountId, [null, `${number} (${source.name})`]);
      await readAgain(sourceId, number);
      return requireNumber(id);
    }),
);

export const deleteNumber = command(
  {
    summary: 'Forgets a customer number of an account',
    about: 'The next document with it asks for its account. Orders that were made stay.',
    may: 'decideDocuments',
    at: atNumber,
    answer: NumberAnswer,
  },
  ({ actor, numberId }) =>
    transaction(async () => {
      const number = await requireNumber(numberId);
      await lockAccount(number.accountId);
      if ((await IntakeCustomer.destroy({ where: { id: numberId } })) === 0) throw notFound('Number');
      await recordNumber(actor, number.accountId, [`${number.number} (${number.source})`, null]);
      return number;
    }),
);

export const recordNumber = (
  actor: { id: number },
  accountId: number,
  number: [string | null, string | null],
) =>
  recordChange(actor, {
    accountId,
    action: number[1] === null ? 'number-removed' : 'number-added',
    changes: { number },
  });
