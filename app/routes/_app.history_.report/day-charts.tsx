/** A column for each day, a chart for each measure; drawn by the server. */
import type { DayFigures } from '~/domain/history/report';
import { dateLabel } from '~/domain/time';
import { historyPath } from '~/components/history/view';
import { Card } from '~/ui/card';
import { dayWords } from '~/ui/days';
import { FiguresTable } from './figures-table';
import { largestOf, MEASURES, type Measure } from './measures';
import * as css from './report.css';

const HEIGHT_PX = 120;
const TOP_PX = 20;
const BOTTOM_PX = 20;
const FLOOR = HEIGHT_PX - BOTTOM_PX;
/** Nothing, as against nothing to measure. */
const LEAST_PX = 2;
/** Of a day's width. */
const FILLED = 0.76;

type Props = { days: DayFigures[] };

export function DayCharts({ days, driverId }: Props & { driverId: number | null }) {
  return (
    <Card title="Per day" id="per-day">
      <div className={css.charts}>
        {MEASURES.map((measure) => (
          <figure key={measure.key} className={css.chart}>
            <figcaption className={css.chartTitle}>{measure.title}</figcaption>
            <Columns days={days} measure={measure} />
          </figure>
        ))}
      </div>
      <FiguresTable
        caption="Figures per day"
        head="Day"
        rows={days
          .filter(({ completed }) => completed > 0)
          .map((figures) => ({
            key: figures.day,
            name: dayWords(figures.day),
            to: historyPath({ date: figures.day, driverId }),
            figures,
          }))}
      />
    </Card>
  );
}

function Columns({ days, measure }: Props & { measure: Measure }) {
  const most = largestOf(measure, days);
  const wide = 100 / days.length;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <svg
      width="100%"
      height={HEIGHT_PX}
      className={css.drawing}
      role="img"
      aria-label={`${measure.title} per day. The table has the figures.`}
    >
      <line x1="0" x2="100%" y1={TOP_PX} y2={TOP_PX} className={css.grid} />
      <text x="0" y={TOP_PX - 10} className={css.value}>
        {measure.words(most)}
      </text>
      {days.map((day, index) => {
        const value = measure.of(day);
        if (value === null) return null;
        const height = Math.max(day.completed > 0 ? LEAST_PX : 0, (value / most) * (FLOOR - TOP_PX));
        return (
          <rect
            key={day.day}
            x={percent((index + (1 - FILLED) / 2) * wide)}
            y={Math.round((FLOOR - height) * 10) / 10}
            width={percent(wide * FILLED)}
            height={Math.round(height * 10) / 10}
            className={css.bar[measure.key]}
          >
            <title>{`${dateLabel(day.day)}: ${measure.words(value)}`}</title>
          </rect>
        );
      })}
      <line x1="0" x2="100%" y1={FLOOR} y2={FLOOR} className={css.axis} />
      <text x="0" y={HEIGHT_PX - 8} className={css.value}>
        {first && dateLabel(first.day)}
      </text>
      {days.length > 1 && (
        <text x="100%" y={HEIGHT_PX - 8} className={css.valueAtEnd}>
          {last && dateLabel(last.day)}
        </text>
      )}
    </svg>
  );
}

const percent = (value: number) => `${String(Math.round(value * 1000) / 1000)}%`;
