/** What the form says of an invoice number that has been at the place before, also where the page has no JavaScript. */
import type { Actor } from '~/domain/actor';
import { LIMITS } from '~/domain/limits';
import type { SameInvoice } from '~/domain/tasks/form/same-invoice';
import { findSameInvoice } from '~/domain/tasks/form/same-invoice.server';

const LONGEST_INVOICE = 500;

export function typedInvoice(typed: FormData | URLSearchParams) {
  const text = (name: string, longest: number) => {
    const value = typed.get(name);
    return typeof value === 'string' ? value.slice(0, longest).replaceAll('\0', '') : '';
  };
  return {
    invoice: text('invoice_number', LONGEST_INVOICE),
    location: text('location', LIMITS.name),
    address: text('address', LIMITS.address),
  };
}

type Answer = { type: 'DataWithResponseInit'; data: object; init: ResponseInit | null };

const isAnswer = (answer: unknown): answer is Answer =>
  typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'DataWithResponseInit';

/** A form that comes back to its page says it as well: of what was typed. */
export async function withSameInvoice<Result>(
  actor: Actor,
  form: FormData,
  answer: Result,
  except: number | null = null,
): Promise<Result> {
  if (!isAnswer(answer)) return answer;
  const sameInvoice: SameInvoice | null = await findSameInvoice(actor, typedInvoice(form), except);
  return { ...answer, data: { ...answer.data, sameInvoice } };
}
