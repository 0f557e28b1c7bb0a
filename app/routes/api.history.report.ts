import { ReportAnswer } from '~/domain/history/answers';
import { rangeOfDays } from '~/domain/history/days.server';
import { getReport } from '~/domain/history/report.server';
import { ReportOf } from '~/domain/history/schema';
import { api, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'Figures of at most 366 business days',
      about:
        'Completed, with a need-by and on time, minutes from setting out to completion; in all, per driver, per day. `driver=0`: tasks without one.',
      may: 'readArchive',
      input: ReportOf,
      answer: ReportAnswer,
    },
    ({ actor, input: { from, to, driver = null } }) =>
      getReport(actor, { ...rangeOfDays(from, to), driverId: driver }),
  ),
});
