import { rangeOfDays } from '~/domain/network/settings/business-time.server';
import { getReport } from '~/modules/history/report.server';
import { ReportAnswer, ReportOf } from '~/modules/history/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'Figures for at most 366 business days',
      about:
        'Tasks completed, tasks with a need-by time, tasks on time, and minutes from going to completed: in total, by driver, and by day. `driver=0` means tasks without a driver.',
      may: 'readArchive',
      input: ReportOf,
      answer: ReportAnswer,
    },
    ({ actor, input: { from, to, driver = null } }) =>
      getReport(actor, { ...rangeOfDays(from, to), driverId: driver }),
  ),
});
