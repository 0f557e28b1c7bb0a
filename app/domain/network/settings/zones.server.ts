/** Lists the time zones to choose from, by the names that people use. */
import { zoneName } from '~/domain/kernel/time';
import { businessZone } from './network.server';

type Zone = { zone: string; label: string };

export type Zones = {
  business: string;
  /** The zones of the United States. */
  common: Zone[];
  others: Zone[];
};

const UNITED_STATES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** `Central Time (America/Chicago)`. */
export function zoneLabel(zone: string): string {
  const name = zoneName(zone);
  const place = zone.replaceAll('_', ' ');
  return name === place ? name : `${name} (${place})`;
}

const labeled = (zones: string[]): Zone[] => zones.map((zone) => ({ zone, label: zoneLabel(zone) }));

let offered: Pick<Zones, 'common' | 'others'> | undefined;

/** Made once, because naming four hundred zones takes a while. */
function offeredZones() {
  // The list of Node.js lacks UTC.
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
  const others = [...all].filter((zone) => !UNITED_STATES.includes(zone)).sort();
  return { common: labeled(UNITED_STATES), others: labeled(others) };
}

export const timeZones = (): Zones => ({ business: businessZone(), ...(offered ??= offeredZones()) });
