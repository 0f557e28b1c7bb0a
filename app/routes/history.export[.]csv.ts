import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportHistory } from '~/modules/history/export.server';
import { businessToday, rangeOfDays } from '~/domain/network/settings/business-time.server';
import { csvResponse } from '~/http/downloads.server';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { readRange } from '~/modules/history/history-links';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'readArchive');
  const today = businessToday();
  const { from, to, driverId } = readRange(new URL(request.url).search, { from: today, to: today });
  const lines = await load(() =>
    Promise.resolve(exportHistory(actor, { ...rangeOfDays(from, to), driverId })),
  );
  return csvResponse(`history-${from}-to-${to}.csv`, lines);
}
