/** The options of a list of time zones. The server sends their labels, because browsers know different names. */
import type { Zones } from '~/domain/network/settings/business-time.server';
import { settings } from '~/words/en/settings';

export function ZoneOptions({ zones: { common, others } }: { zones: Pick<Zones, 'common' | 'others'> }) {
  const groups = [
    { label: settings.unitedStates, zones: common },
    { label: settings.otherZones, zones: others },
  ];
  return groups.map((group) => (
    <optgroup key={group.label} label={group.label}>
      {group.zones.map(({ zone, label }) => (
        <option key={zone} value={zone}>
          {label}
        </option>
      ))}
    </optgroup>
  ));
}
