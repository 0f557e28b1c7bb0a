import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportHistory } from '~/domain/history/export.server';
import { businessToday, rangeOfDays } from '~/domain/history/days.server';
import { load } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { textStream } from '~/http/text-stream.server';
import { readRange } from '~/parts/history/range';

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const today = businessToday();
  const { from, to, driverId } = readRange(new URL(request.url).search, { from: today, to: today });
  const lines = await load(() =>
    Promise.resolve(exportHistory(actor, { ...rangeOfDays(from, to), driverId })),
  );
  return new Response(textStream(lines), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="history-${from}-to-${to}.csv"`,
    },
  });
}
