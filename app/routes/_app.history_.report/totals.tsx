import { onTimeShare } from '~/domain/history/report';
import type { Report } from '~/domain/history/schema';
import { dateLabel } from '~/domain/time';
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
          note={`${countWords(total.onTime)} of ${countWords(total.due)} with a need-by time`}
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

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt className={css.figureLabel}>{label}</dt>
      <dd className={css.figure}>{value}</dd>
      <dd className={css.note}>{note}</dd>
    </div>
  );
}
