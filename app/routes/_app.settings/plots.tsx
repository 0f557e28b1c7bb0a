/** Small line charts of the last hour. The server draws them. */
import type { Plot } from '~/domain/administration/system/samples.server';
import * as css from './settings.css';

const WIDTH = 120;
const HEIGHT = 28;
/** Space for the width of the line. */
const EDGE = 2;

export const Plots = ({ plots }: { plots: Plot[] }) => (
  <section aria-label="This instance in the last hour">
    <h3 className={css.plotsTitle}>This instance in the last hour</h3>
    <dl className={css.plots}>
      {plots.map((plot) => (
        <SmallPlot key={plot.label} plot={plot} />
      ))}
    </dl>
  </section>
);

function SmallPlot({ plot: { label, unit, values } }: { plot: Plot }) {
  const most = Math.max(...values, 1);
  const now = values.at(-1) ?? 0;
  return (
    <div className={css.plot}>
      <dt className={css.term}>{label}</dt>
      <dd>
        <svg viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`} className={css.drawing} aria-hidden="true">
          <line x1="0" x2={WIDTH} y1={HEIGHT - EDGE} y2={HEIGHT - EDGE} className={css.floor} />
          <polyline points={pointsOf(values, most)} className={css.curve} />
        </svg>
        <strong>{words(now)}</strong> <span className={css.hint}>{unit}</span>
        <div className={css.hint}>peak {words(Math.max(...values, 0))}</div>
      </dd>
    </div>
  );
}

const words = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });

/** A single value becomes a horizontal line. */
function pointsOf(values: number[], most: number): string {
  const all = values.length === 1 ? [...values, ...values] : values;
  return all
    .map((value, index) => {
      const x = (index / Math.max(all.length - 1, 1)) * WIDTH;
      const y = HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
