import { rangeOfDays } from '~/domain/history/days.server';
import { getReport } from '~/domain/history/report.server';
import { ReportOf } from '~/domain/history/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(ReportOf, ({ actor, input: { from, to, driver = null } }) =>
    getReport(actor, { ...rangeOfDays(from, to), driverId: driver }),
  ),
});
