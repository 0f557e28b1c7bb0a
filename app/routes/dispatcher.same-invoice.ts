/** Tells the task form if this invoice was already entered for the place. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { findSameInvoice } from '~/domain/views/task-form/same-invoice.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { typedInvoice } from '~/components/task-form/buttons.server';
import { readId } from '~/domain/kernel/ids';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'findTasks');
  const { searchParams } = new URL(request.url);
  const except = readId(searchParams.get('except'));
  const found = await load(() => findSameInvoice(actor, typedInvoice(searchParams), except));
  return Response.json({ found }, { headers: { 'Cache-Control': 'no-store' } });
}
