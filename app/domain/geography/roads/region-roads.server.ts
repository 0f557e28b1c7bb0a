/** The roads of the region that is in use. */
import { roadsOf, type Region } from '~/domain/geography/region/folder.server';
import { currentRegion } from '~/domain/geography/region/region.server';
import { findValhalla } from '~/domain/geography/region/valhalla.server';
import { reporting, warnOf, type RoadProvider } from './provider.server';
import { roadProcess, type RoadProcess } from './road-process.server';
import { valhallaRoads } from './valhalla.server';

/** After the roads could not be used, they are tried again this much later. */
const PAUSE_MS = 60_000;

type Opened = { region: Region; process: Promise<RoadProcess | null> };

let opened: Opened | null = null;

export const hasRegionRoads = () => Boolean(currentRegion()?.roadBytes);

/**
 * Starts the process with the first question. When the region is replaced, questions wait a moment for the
 * process of the new one; the former process answers its open questions and then ends, because it can't read
 * other tiles.
 * @returns null without a region that has roads.
 */
export async function regionRoads(): Promise<RoadProvider | null> {
  const region = hasRegionRoads() ? currentRegion() : null;
  if (opened?.region.id !== region?.id) {
    const former = opened;
    opened = region && { region, process: open(region) };
    void Promise.all([former?.process, opened?.process]).then(([process]) => process?.end());
  }
  const mine = opened;
  const process = await mine?.process;
  return process && mine ? reporting(valhallaRoads('region', `region ${mine.region.id}`, process.ask)) : null;
}

/**
 * Asks for the nearest road to the middle of the region, because the tiles are read only with the first
 * question.
 */
async function open(region: Region): Promise<RoadProcess | null> {
  const valhalla = findValhalla();
  if (!valhalla) {
    warnOf('region', { ok: false, kind: 'misconfigured', detail: 'Valhalla is not installed' });
    return null;
  }
  const process = roadProcess([valhalla.folder, roadsOf(region.id)]);
  const [west, south, east, north] = region.box;
  const locations = [{ lat: (south + north) / 2, lon: (west + east) / 2 }];
  const answer = await process.ask('locate', { locations, costing: 'auto' });
  if (answer.ok) return process;
  warnOf('region', answer);
  process.end();
  setTimeout(() => {
    if (opened?.region === region) opened = null;
  }, PAUSE_MS).unref();
  return null;
}
