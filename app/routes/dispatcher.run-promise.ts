/** Tells the task form which run the task would join, and when it would be there. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { readId } from '~/domain/kernel/ids';
import { findPromise } from '~/domain/views/runs/promise.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'createTask');
  const { searchParams: typed } = new URL(request.url);
  const text = (name: string) => typed.get(name) ?? '';
  const found = await load(() =>
    findPromise(actor, {
      type: text('type'),
      location: text('location'),
      address: text('address'),
      accountId: readId(typed.get('location_account_id')),
      shipVia: text('ship_via'),
      run: text('run_id'),
    }),
  );
  return Response.json({ found }, { headers: { 'Cache-Control': 'no-store' } });
}
