/**
 * Answers text messages that ask where parts are: WHERE or DÓNDE, or an invoice number of one of the sender's accounts.
 * Numbers that are no contact's get no answer.
 */
import { rows } from 'db/connection';
import { wheresOf } from '~/domain/customers/where/where.server';
import { DomainError } from '~/domain/kernel/errors';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { isDone, isUnderWay } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';
import type { Language } from '~/words/languages';
import { messages } from '~/words/en/messages';
import { inLanguage } from '~/words/spoken.server';

/** A question is one of these words alone, or with words of usual questions: "where is my part?". */
const ASKS: Record<Language, string[]> = { en: ['WHERE', 'WHERES'], es: ['DONDE'] };
const ALONG =
  'IS ARE S MY THE IT PART PARTS ORDER STUFF ESTA ESTAN ES SON MI MIS LA LAS EL PIEZA PIEZAS PARTE PARTES PEDIDO'.split(
    ' ',
  );

/** @param words of a reply, in capitals without accents. @returns the language of the question; null for none. */
export function askedIn(words: string[]): Language | null {
  const found = (['en', 'es'] as const).find((language) =>
    words.some((word) => ASKS[language].includes(word)),
  );
  const isPlain = words.every((word) => ALONG.includes(word) || Object.values(ASKS).flat().includes(word));
  return found && isPlain ? found : null;
}

/** The letters of one text message. */
const LONGEST = 160;
const FEWEST_DIGITS = 4;

const keyOf = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** True when the text names an invoice: as it is printed, or by its digits. */
function names(text: string, invoices: string): boolean {
  const key = keyOf(text);
  const numbers: string[] = text.match(/\d+/g) ?? [];
  return invoices
    .split(',')
    .map(keyOf)
    .filter((invoice) => invoice.length >= FEWEST_DIGITS && /\d/.test(invoice))
    .some((invoice) => {
      const digits = invoice.replace(/\D/g, '');
      return key.includes(invoice) || (digits.length >= FEWEST_DIGITS && numbers.includes(digits));
    });
}

type Delivery = { id: number; invoices: string; isDone: boolean };

/** Deliveries to the accounts of contacts with this number: open ones first, then those of seven days. */
const deliveriesOf = (phone: string) =>
  rows<Delivery>(
    `select t.id, t.invoice_number as invoices, ${statusIs(isDone)} as "isDone" from tasks t
     where t.account_id in (select account_id from account_contacts where phone = $phone) and t.type = 'delivery'
       and (not t.archived and not ${statusIs(isDone)} or t.completed_at > now() - interval '7 days')
       and not exists (select from stopped_numbers where phone = $phone)
     order by ${statusIs(isDone)}, ${statusIs(isUnderWay)} desc, t.order_index, t.completed_at desc, t.id limit 200`,
    { phone },
  );

const answers = rateLimit({ name: 'where-by-text', points: 20, seconds: 86_400, what: 'messages' });

type Question = { phone: string; text: string; isAsked: boolean; language: Language };

/** @returns the answer, or null when the text asks nothing that the sender may know. */
export async function whereByText({ phone, text, isAsked, language }: Question): Promise<string | null> {
  if (!isAsked && !/\d{4}/.test(text)) return null;
  const known = await deliveriesOf(phone);
  const named = known.filter(({ invoices }) => names(text, invoices));
  const asked = named.length > 0 ? named : isAsked ? known.filter((delivery) => !delivery.isDone) : [];
  const isContact = known.length > 0 || (isAsked && (await isKnown(phone)));
  if ((asked.length === 0 && !isAsked) || !isContact) return null;
  try {
    await answers.spend(phone);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
  return inLanguage(language, async () => plain(await answerOf(asked)));
}

const isKnown = async (phone: string) =>
  (
    await rows(
      `select 1 from account_contacts where phone = $phone
         and not exists (select from stopped_numbers where phone = $phone) limit 1`,
      { phone },
    )
  ).length > 0;

/** As many sentences as fit, and how many more there are. */
async function answerOf(asked: Delivery[]): Promise<string> {
  if (asked.length === 0) return messages.nothingOpen;
  const wheres = await wheresOf(asked.map(({ id }) => id));
  const lines = asked.map(({ id, invoices }) => {
    const [invoice = ''] = invoices.split(',').map((each) => each.trim().slice(0, 20));
    const sentence = wheres.get(id)?.sentence ?? '';
    const line = `${invoice}: ${sentence}`;
    return line.length <= LONGEST ? line : sentence;
  });
  for (let count = lines.length; count > 1; count -= 1) {
    const more = lines.length - count;
    const text = [...lines.slice(0, count), ...(more > 0 ? [messages.more(more)] : [])].join('\n');
    if (text.length <= LONGEST) return text;
  }
  const [first = ''] = lines;
  const rest = lines.length > 1 ? `\n${messages.more(lines.length - 1)}` : '';
  return first.length + rest.length <= LONGEST ? first + rest : first;
}

/** Letters that text messages don't have would more than halve its length. */
const PLAIN: Record<string, string> = { á: 'a', í: 'i', ó: 'o', ú: 'u', '–': '-', '…': '.' };
const plain = (text: string) => text.replace(/[áíóú–…]/g, (letter) => PLAIN[letter] ?? letter);
