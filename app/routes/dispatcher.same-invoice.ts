/** For the task form: whether this invoice has been there already. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { findSameInvoice } from '~/domain/views/task-form/same-invoice.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { typedInvoice } from '~/components/task-form/buttons.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'findTasks');
  const { searchParams } = new URL(request.url);
  const except = /^[1-9]\d{0,8}$/.exec(searchParams.get('except') ?? '')?.[0];
  const found = await load(() =>
    findSameInvoice(actor, typedInvoice(searchParams), except ? Number(except) : null),
  );
  return Response.json({ found }, { headers: { 'Cache-Control': 'no-store' } });
}
