/** Facts about this installation. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import * as css from '~/components/administration/facts.css';
import { SettingsPage } from '~/components/administration/settings-page';
import { getInformation, type Information } from '~/domain/administration/system/information.server';
import { dateLabel } from '~/domain/kernel/time';
import { load } from '~/http/page.server';
import { requireActor } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { megabytes } from '~/ui/megabytes';
import { system as words } from '~/words/en/system';
import { asWritten, locale } from '~/words/words';
import { Fact } from './fact';
import { InsideFacts, Plots } from './inside';

export const meta: MetaFunction = () => [{ title: words.pageTitle }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return { userId: actor.id, ...(await load(() => getInformation(actor))) };
}

export default function SystemInformation() {
  const { userId, version, providers, region, build, houseNumbers, inside } = useLoaderData<typeof loader>();
  return (
    <SettingsPage title={words.title}>
      <dl className={css.facts}>
        <Fact term={words.userId}>{userId}</Fact>
        <Fact term={words.version}>{version}</Fact>
        <Fact term={words.map}>{providers.map}</Fact>
        <Fact term={words.streetMap}>
          {build && <BuildFacts build={build} />}
          <RegionFacts region={region} />
        </Fact>
        <Fact term={words.addresses}>
          {providers.geocoder}
          <HouseNumberFacts {...houseNumbers} />
        </Fact>
        <Fact term={words.routes}>{providers.routes}</Fact>
        <Fact term={words.notifications}>{providers.notifications}</Fact>
        {inside && <InsideFacts inside={inside} />}
      </dl>
      {inside && <Plots plots={inside.plots} />}
    </SettingsPage>
  );
}

function HouseNumberFacts({ counties, since }: Information['houseNumbers']) {
  return counties > 0 && <div>{words.houseNumbers(counties, String(since))}</div>;
}

const BuildFacts = ({ build: { stage, share } }: { build: NonNullable<Information['build']> }) => (
  <Banner title={words.beingMade}>
    <span {...asWritten()}>{stage}</span>: {Math.floor(100 * share)} %{' '}
    <Link to="/settings/system">{words.refresh}</Link>
  </Banner>
);

function RegionFacts({ region }: Pick<Information, 'region'>) {
  if (!region) return words.noStreetMap;
  if (region.invented) return words.invented;
  const { name, dataDate, tileBytes, roadBytes, attribution } = region;
  return (
    <>
      <span {...asWritten()}>{name}</span>
      {words.asOf(dataDate && dateLabel(dataDate, locale()))}
      <div>{words.sizes(megabytes(tileBytes), roadBytes === null ? null : megabytes(roadBytes))}</div>
      <div className={css.hint} {...asWritten()}>
        {attribution}
      </div>
    </>
  );
}
