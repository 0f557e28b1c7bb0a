/** Charts of drivers and of days, one for each measure, and the tables behind them. The server draws them. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { onTimeShare, type DayFigures, type DriverFigures, type Figures } from '~/modules/history/report';
import { historyPath, rangePath, type Range } from '~/modules/history/history-links';
import { Card } from '~/ui/card';
import { dateLabel, durationLabel } from '~/domain/kernel/time';
import { dayWords } from '~/ui/days';
import * as css from './report.css';

const ROW_PX = 24;
/** Start and maximum length of bars, in percent of the width. */
const BEGIN = 38;
const REACH = 46;
const LONGEST_NAME = 18;
const HEIGHT_PX = 120;
const TOP_PX = 20;
const BOTTOM_PX = 20;
const FLOOR = HEIGHT_PX - BOTTOM_PX;
/** A value of zero gets a visible line, unlike a day without a value. */
const LEAST_PX = 2;
/** The width of a column, as a part of the day's width. */
const FILLED = 0.76;

export function DriverCharts({ drivers, range }: { drivers: DriverFigures[]; range: Range }) {
  return (
    <Charts
      title="By driver"
      id="per-driver"
      draw={(measure) => <Bars drivers={drivers} measure={measure} />}
      caption="Figures by driver"
      head="Driver"
      rows={drivers.map(({ driverId, name, ...figures }) => ({
        key: String(driverId),
        name,
        to: rangePath('/history/report', { ...range, driverId: driverId ?? 0 }),
        figures,
      }))}
    />
  );
}

type DayProps = { days: DayFigures[]; driverId: number | null };

export function DayCharts({ days, driverId }: DayProps) {
  return (
    <Charts
      title="By day"
      id="per-day"
      draw={(measure) => <Columns days={days} measure={measure} />}
      caption="Figures by day"
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
  );
}

type ChartsProps = TableProps & { title: string; id: string; draw: (measure: Measure) => ReactNode };

function Charts({ title, id, draw, ...table }: ChartsProps) {
  return (
    <Card title={title} id={id}>
      <div className={css.charts}>
        {MEASURES.map((measure) => (
          <figure key={measure.key} className={css.chart}>
            <figcaption className={css.chartTitle}>{measure.title}</figcaption>
            {draw(measure)}
          </figure>
        ))}
      </div>
      <FiguresTable {...table} />
    </Card>
  );
}

/** A bar chart with a row for each driver. */
function Bars({ drivers, measure }: { drivers: DriverFigures[]; measure: Measure }) {
  const most = largestOf(measure, drivers);
  return (
    <svg
      width="100%"
      height={drivers.length * ROW_PX}
      className={css.drawing}
      role="img"
      aria-label={`${measure.title} by driver. See the table for the figures.`}
    >
      {drivers.map((driver, index) => {
        const value = measure.of(driver);
        const width = ((value ?? 0) / most) * REACH;
        const middle = index * ROW_PX + ROW_PX / 2;
        return (
          <g key={driver.driverId}>
            <text x="0" y={middle} className={css.name}>
              <title>{driver.name}</title>
              {short(driver.name)}
            </text>
            <rect
              x={`${String(BEGIN)}%`}
              y={middle - 7}
              width={percent(width)}
              height={14}
              className={css.bar[measure.key]}
            />
            <text x={percent(BEGIN + width + 1.5)} y={middle} className={css.value}>
              {measure.words(value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const short = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/** A column chart with a column for each day. */
function Columns({ days, measure }: { days: DayFigures[]; measure: Measure }) {
  const most = largestOf(measure, days);
  const wide = 100 / days.length;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <svg
      width="100%"
      height={HEIGHT_PX}
      className={css.drawing}
      role="img"
      aria-label={`${measure.title} by day. See the table for the figures.`}
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

type TableProps = {
  caption: string;
  /** The heading of the first column. */
  head: string;
  rows: { key: string; name: string; to: string; figures: Figures }[];
};

/** The figures behind the charts. */
function FiguresTable({ caption, head, rows }: TableProps) {
  return (
    <details className={css.details}>
      <summary>Show as table</summary>
      <div className={css.scroll}>
        <table className={css.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {[head, 'Completed', 'With due time', 'On time', 'On time %', 'Median', 'Average'].map(
                (title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, to, figures }) => (
              <tr key={key}>
                <th scope="row">
                  <Link to={to}>{name}</Link>
                </th>
                <td>{countWords(figures.completed)}</td>
                <td>{countWords(figures.due)}</td>
                <td>{countWords(figures.onTime)}</td>
                <td>{shareWords(onTimeShare(figures))}</td>
                <td>{minutesWords(figures.median)}</td>
                <td>{minutesWords(figures.mean)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The measures of drivers and of days, and their labels. */
export const countWords = (count: number) => count.toLocaleString('en-US');
export const shareWords = (share: number | null) => (share === null ? NONE : `${String(Math.round(share))}%`);
export const minutesWords = (minutes: number | null) => (minutes === null ? NONE : durationLabel(minutes));

type Measure = {
  key: 'completed' | 'onTime' | 'minutes';
  title: string;
  /** Null if there is nothing to measure. */
  of: (figures: Figures) => number | null;
  /** The value of a bar with full length. By default it is the largest value. */
  most?: number;
  words: (value: number | null) => string;
};

const MEASURES: Measure[] = [
  {
    key: 'completed',
    title: 'Completed',
    of: ({ completed }) => completed,
    words: (value) => countWords(value ?? 0),
  },
  {
    key: 'onTime',
    title: 'On time (tasks with a Deliver By or need-by time)',
    of: onTimeShare,
    most: 100,
    words: shareWords,
  },
  {
    key: 'minutes',
    title: 'Time per stop (median)',
    of: ({ median }) => median,
    words: minutesWords,
  },
];

/** The value of a bar with full length. */
const largestOf = ({ of, most }: Measure, all: Figures[]) =>
  most ?? Math.max(1, ...all.map((figures) => of(figures) ?? 0));

/** Formats figures for people. */
const NONE = '–';
