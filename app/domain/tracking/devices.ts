/** Tracker apps that can report positions, and their setup. Safe in the browser. */
import { trackers as words } from '~/words/en/positions';

export const DEVICE_KINDS = ['owntracks', 'traccar', 'osmand'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

const NAMES = { owntracks: 'OwnTracks', traccar: 'Traccar Client' };
/** The names of the apps that report as this kind does. */
export const appsOf = (kind: DeviceKind) => (kind === 'osmand' ? words.osmandNames : NAMES[kind]);

export const RECEIVER = '/p/at/';

type Setup = {
  /** The link to open on the phone, or the text to type into the app. */
  link: string;
  how: string;
};

/** @param address the whole address that the app reports to. */
export function setupOf(kind: DeviceKind, address: string, id: number): Setup {
  if (kind === 'owntracks') {
    const configuration = {
      _type: 'configuration',
      mode: 3, // reports by HTTP
      url: address,
      deviceId: String(id),
      tid: String(id % 100).padStart(2, '0'),
      monitoring: 1, // only significant changes, to save the battery
      locatorInterval: 15,
      locatorDisplacement: 50,
      cmd: true,
      remoteConfiguration: true,
    };
    return {
      link: `owntracks:///config?inline=${encodeURIComponent(btoa(JSON.stringify(configuration)))}`,
      how: words.owntracks,
    };
  }
  if (kind === 'traccar') {
    const options = `id=${String(id)}&interval=15&distance=50&accuracy=high&buffer=true&stop_detection=true`;
    return {
      link: `${address}?${options}`,
      how: words.traccar,
    };
  }
  return {
    link: `${address}?lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}`,
    how: words.osmand,
  };
}
