/** A driver's trail and tracker apps. */
import { part } from '~/words/words';

export const trail = part('words:trail', ({ plural }) => ({
  notNow: 'The trail can’t be shown right now.',
  none: 'No positions are stored for this day',
  count: (number: string, count: number) =>
    `${number} ${plural(count, { one: 'position', other: 'positions' })}. `,
  broken: 'The line is broken where none came for 5 minutes or 2 km. ',
  deleted: (days: number) =>
    `Positions are deleted after ${days} ${plural(days, { one: 'day', other: 'days' })}.`,
  stop: 'Stop',
  place: 'Place',
  arrived: 'Arrived',
  left: 'Left',
  notYet: 'Not yet',
  positions: 'Positions, one of each minute',
  time: 'Time',
  accuracy: 'Accuracy',
  battery: 'Battery',
  from: 'From',
  driversPage: 'Driver’s page',
  deletedTask: 'Deleted task',
  unknown: 'Unknown',
  picture: 'The way driven, north is up',
  map: 'Map of the trail',
  tilesLost: 'Map tiles unavailable – the trail is still shown',
  visit: (place: string, arrived: string, left: string | null) =>
    `${place}, arrived ${arrived}${left === null ? '' : `, left ${left}`}`,
}));

export const trackers = part('words:trackers', () => ({
  app: 'App',
  lastPosition: 'Last position',
  battery: 'Battery',
  actions: 'Actions',
  tracker: 'Tracker app',
  phoneName: 'Name of the phone',
  phone: 'Phone',
  add: 'Add Tracker App',
  added: (app: string) => `(${app}), added `,
  none: 'None yet',
  unknown: 'Unknown',
  removeNamed: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  link: 'Link',
  qr: (app: string) => `QR code that sets up ${app}`,
  once: 'It is not shown again. Anyone with it can report positions as this driver.',
  addedTitle: 'Tracker app added',
  removedTitle: 'Tracker app removed',
  // The settings of each app
  owntracks: 'Install OwnTracks, then open this link on the phone or scan the code with its camera.',
  traccar:
    'Install Traccar Client, then scan the code with it, or type the part before the question mark as its server.',
  osmandNames: 'OsmAnd or GPSLogger',
  osmand:
    'OsmAnd: paste this under Plugins, Trip recording, Online tracking. Another app that sends the OsmAnd form takes the part before the question mark.',
}));

/** A value that is shown once. */
export const shownOnce = part('words:shownOnce', () => ({
  done: 'Done',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Couldn’t copy. Select the text and copy it yourself.',
}));
