import type { Accuracy } from '~/domain/scheduling/arrivals/predictions.server';
import { onTimeShare } from '~/domain/views/history/report';
import type { Report } from '~/domain/views/history/schema';
import { dateLabel } from '~/domain/kernel/time';
import { Card } from '~/ui/card';
import { countWords, minutesWords, shareWords } from './measures';
import * as css from './report.css';

export const rangeWords = ({ from, to }: Pick<Report, 'from' | 'to'>) =>
  from === to ? dateLabel(from) : `${dateLabel(from)} to ${dateLabel(to)}`;

export function Totals({ report }: { report: Report }) {
  const { total } = report;
  return (
    <Card title={rangeWords(report)} id="totals">
      <dl className={css.totals}>
        <Figure label="Completed" value={countWords(total.completed)} note="archived tasks" />
        <Figure
          label="On time"
          value={shareWords(onTimeShare(total))}
          note={`${countWords(total.onTime)} of ${countWords(total.due)} with a Deliver By or need-by time`}
        />
        <Figure
          label="Time per stop"
          value={minutesWords(total.median)}
          note={`median; average ${minutesWords(total.mean)}`}
        />
      </dl>
    </Card>
  );
}

const NOT_YET = 'not enough data yet';

/** The accuracy of predicted arrivals, at stops where a position shows the real arrival. */
export function ArrivalFigures({ accuracy: { score, ranges, parts, count } }: { accuracy: Accuracy }) {
  const nearest = parts
    .filter(({ share }) => share !== null)
    .map(({ ahead, share }) => `${shareWords(share)} up to ${String(ahead)} min ahead`);
  return (
    <Card title="Arrival times" id="arrival-times">
      <dl className={css.totals}>
        <Figure label="Accurate" value={shareWords(score)} note={nearest.join(', ') || NOT_YET} />
        <Figure
          label="Within the range"
          value={shareWords(ranges)}
          note={ranges === null ? NOT_YET : `of ${countWords(count)} predictions`}
        />
      </dl>
    </Card>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt className={css.figureLabel}>{label}</dt>
      <dd className={css.figure}>{value}</dd>
      <dd className={css.note}>{note}</dd>
    </div>
  );
}
