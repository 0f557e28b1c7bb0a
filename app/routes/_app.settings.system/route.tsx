/** Facts about this installation. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import * as css from '~/components/administration/facts.css';
import { SettingsPage } from '~/components/administration/settings-page';
import {
  getInformation,
  type Information,
  type Inside,
  type Queue,
} from '~/domain/administration/system/information.server';
import { dateLabel } from '~/domain/kernel/time';
import { load } from '~/http/page.server';
import { requireActor } from '~/http/session.server';
import { Badge } from '~/ui/badge';
import { Banner } from '~/ui/banner';
import { Stack } from '~/ui/layout';
import { megabytes } from '~/ui/megabytes';
import { Time } from '~/ui/time';
import type { Plot } from '~/domain/administration/system/samples.server';

export const meta: MetaFunction = () => [{ title: 'System Information · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return { userId: actor.id, ...(await load(() => getInformation(actor))) };
}

export default function SystemInformation() {
  const { userId, version, providers, region, build, houseNumbers, inside } = useLoaderData<typeof loader>();
  return (
    <SettingsPage title="System Information">
      <dl className={css.facts}>
        <Fact term="User ID">{userId}</Fact>
        <Fact term="Version">{version}</Fact>
        <Fact term="Map">{providers.map}</Fact>
        <Fact term="Street map">
          {build && <BuildFacts build={build} />}
          <RegionFacts region={region} />
        </Fact>
        <Fact term="Addresses">
          {providers.geocoder}
          <HouseNumberFacts {...houseNumbers} />
        </Fact>
        <Fact term="Routes">{providers.routes}</Fact>
        <Fact term="Notifications">{providers.notifications}</Fact>
        {inside && <InsideFacts inside={inside} />}
      </dl>
      {inside && <Plots plots={inside.plots} />}
    </SettingsPage>
  );
}

function HouseNumberFacts({ counties, since }: Information['houseNumbers']) {
  if (counties === 0) return null;
  return (
    <div>
      House numbers of {counties} {counties === 1 ? 'county' : 'counties'}, as of {since}
    </div>
  );
}

const BuildFacts = ({ build: { stage, share } }: { build: NonNullable<Information['build']> }) => (
  <Banner title="A region is being made.">
    {stage}: {Math.floor(100 * share)} % <Link to="/settings/system">Refresh</Link>
  </Banner>
);

function RegionFacts({ region }: Pick<Information, 'region'>) {
  if (!region) return 'No street map. It is added on the server by npm run region.';
  if (region.invented)
    return 'Invented streets of the demo. Add your region on the server by npm run region -- FILE.osm.pbf, with a file from download.geofabrik.de or extract.bbbike.org.';
  const { name, dataDate, tileBytes, roadBytes, attribution } = region;
  return (
    <>
      {name}, as of {dataDate ? dateLabel(dataDate) : 'unknown'}
      <div>
        Map {megabytes(tileBytes)}, {roadBytes === null ? 'no road times' : `roads ${megabytes(roadBytes)}`}
      </div>
      <div className={css.hint}>{attribution}</div>
    </>
  );
}

function InsideFacts({ inside }: { inside: Inside }) {
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
        {outages.length === 0 && 'All that were called work'}
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

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt className={css.term}>{term}</dt>
      <dd className={css.value}>{children}</dd>
    </div>
  );
}

const WIDTH = 120;
const HEIGHT = 28;
/** Space for the width of the line. */
const EDGE = 2;

/** Small line charts of the last hour. The server draws them. */
const Plots = ({ plots }: { plots: Plot[] }) => (
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
