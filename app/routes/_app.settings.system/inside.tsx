/** The part of the page that only admins see, in English. */
import * as css from '~/components/administration/facts.css';
import type { Inside, Queue } from '~/domain/administration/system/information.server';
import type { Plot } from '~/domain/administration/system/samples.server';
import { Badge } from '~/ui/badge';
import { Stack } from '~/ui/layout';
import { megabytes } from '~/ui/megabytes';
import { Time } from '~/ui/time';
import { Fact } from './fact';

export function InsideFacts({ inside }: { inside: Inside }) {
  const { startedAt, instances, database, migrations, addresses, overdueHolds, backup, positions } = inside;
  const { outages, certificate } = inside;
  const dropped = Object.entries(positions.dropped).filter(([, count]) => count > 0);
  const { applied, pending } = migrations;
  return (
    <>
      <Fact term="Running since">
        <Time iso={startedAt} />
      </Fact>
      <Fact term="Instances">{instances}</Fact>
      <Fact term="Database">
        PostgreSQL {database.version}, {megabytes(database.bytes)}
      </Fact>
      <Fact term="Migrations">
        {pending.length === 0
          ? `All ${String(applied)} applied`
          : `${String(applied)} applied, not applied: ${pending.join(', ')}`}
      </Fact>
      <Fact term="Services">
        {outages.length === 0 && 'All working'}
        <Stack gap={1}>
          {outages.map(({ service, error, since }) => (
            <div key={service}>
              <Badge tone="urgent">Failing</Badge> {service} since <Time iso={since} />: {error}
            </div>
          ))}
        </Stack>
      </Fact>
      {certificate && (
        <Fact term="Certificate">
          {certificate.isSoon && <Badge tone="urgent">Renew</Badge>} Until <Time iso={certificate.until} />
        </Fact>
      )}
      <Fact term="Address lookups">
        <QueueFacts queue={addresses} />
      </Fact>
      <Fact term="Held tasks overdue">{overdueHolds}</Fact>
      <Fact term="Positions since the start">
        {positions.stored.toLocaleString('en-US')} stored
        {dropped.length > 0 && ', dropped: '}
        {dropped.map(([reason, count]) => `${count.toLocaleString('en-US')} ${reason}`).join(', ')}
      </Fact>
      <Fact term="Last backup">
        {backup.last ? <Time iso={backup.last} /> : 'None'}
        {backup.at ? `, daily at ${backup.at}` : ', '}
        {backup.at === '' && <Badge tone="urgent">No schedule</Badge>}
        {backup.error && (
          <div>
            <Badge tone="urgent">Failed</Badge> {backup.error}
          </div>
        )}
      </Fact>
    </>
  );
}

function QueueFacts({ queue: { waiting, givenUp, oldest } }: { queue: Queue }) {
  return (
    <>
      {waiting} waiting
      {oldest && (
        <>
          , oldest from <Time iso={oldest} />
        </>
      )}
      {givenUp > 0 && `, ${String(givenUp)} failed`}
    </>
  );
}

const WIDTH = 120;
const HEIGHT = 28;
/** Space for the width of the line. */
const EDGE = 2;

/** Small line charts of the last hour. The server draws them. */
export const Plots = ({ plots }: { plots: Plot[] }) => (
  <section aria-label="This instance in the last hour">
    <h2 className={css.plotsTitle}>This instance in the last hour</h2>
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
