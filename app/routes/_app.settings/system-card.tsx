import type { ReactNode } from 'react';
import type { Information, Inside, Queue } from '~/domain/system/information.server';
import { Card } from '~/ui/card';
import { Time } from '~/ui/time';
import * as css from './settings.css';

type Props = { userId: number; system: Information };

export function SystemCard({ userId, system: { version, providers, inside } }: Props) {
  return (
    <Card title="System Information" id="system">
      <dl className={css.facts}>
        <Fact term="User ID">{userId}</Fact>
        <Fact term="Version">{version}</Fact>
        <Fact term="Map">{providers.map}</Fact>
        <Fact term="Addresses">{providers.geocoder}</Fact>
        <Fact term="Routes">{providers.routes}</Fact>
        {inside && <InsideFacts inside={inside} />}
      </dl>
    </Card>
  );
}

function InsideFacts({ inside }: { inside: Inside }) {
  const { startedAt, instances, database, migrations, addresses, overdueHolds } = inside;
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
          : `${String(applied)} applied, missing: ${pending.join(', ')}`}
      </Fact>
      <Fact term="Address lookups">
        <QueueFacts queue={addresses} />
      </Fact>
      <Fact term="Held tasks overdue">{overdueHolds}</Fact>
    </>
  );
}

function QueueFacts({ queue: { waiting, givenUp, oldest } }: { queue: Queue }) {
  return (
    <>
      {waiting} waiting
      {oldest && (
        <>
          , oldest since <Time iso={oldest} />
        </>
      )}
      {givenUp > 0 && `, ${String(givenUp)} given up`}
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

const megabytes = (bytes: number) =>
  `${(bytes / 1_048_576).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
