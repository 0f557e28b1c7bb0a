/** A row for each driver, a chart for each measure; drawn by the server. */
import type { DriverFigures } from '~/domain/history/report';
import { rangePath, type Range } from '~/components/history/view';
import { Card } from '~/ui/card';
import { FiguresTable } from './figures-table';
import { largestOf, MEASURES, type Measure } from './measures';
import * as css from './report.css';

const ROW_PX = 24;
/** Where bars begin, and how far they reach; percent of the width. */
const BEGIN = 38;
const REACH = 46;
const LONGEST_NAME = 18;

type Props = { drivers: DriverFigures[] };

export function DriverCharts({ drivers, range }: Props & { range: Range }) {
  return (
    <Card title="Per driver" id="per-driver">
      <div className={css.charts}>
        {MEASURES.map((measure) => (
          <figure key={measure.key} className={css.chart}>
            <figcaption className={css.chartTitle}>{measure.title}</figcaption>
            <Bars drivers={drivers} measure={measure} />
          </figure>
        ))}
      </div>
      <FiguresTable
        caption="Figures per driver"
        head="Driver"
        rows={drivers.map(({ driverId, name, ...figures }) => ({
          key: String(driverId),
          name,
          to: rangePath('/history/report', { ...range, driverId: driverId ?? 0 }),
          figures,
        }))}
      />
    </Card>
  );
}

function Bars({ drivers, measure }: Props & { measure: Measure }) {
  const most = largestOf(measure, drivers);
  return (
    <svg
      width="100%"
      height={drivers.length * ROW_PX}
      className={css.drawing}
      role="img"
      aria-label={`${measure.title} per driver. The table has the figures.`}
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

const percent = (value: number) => `${String(Math.round(value * 100) / 100)}%`;
const short = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);
