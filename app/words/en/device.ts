/** Notifications and locations of this device. */
import { part } from '~/words/words';

/** The switch for notifications, and the offers on the driver's page. */
export const notify = part('words:notify', () => ({
  title: 'Notifications · Parts Dispatch',
  heading: 'Notifications',
  about:
    'Drivers are notified of urgent, new, changed and removed stops; dispatchers of stops that could not be completed, will likely be late, or have no driver for some time. A notification contains numbers only, no names or addresses. Notifications end with your session, so choose Remember me when you sign in.',
  needsScript: 'Notifications are turned on by JavaScript in this browser.',
  notNow: 'Notifications can’t be changed right now.',
  sendTest: 'Send Test Notification',
  testSent: 'Test notification sent',
  offThere: 'Notifications are off on that device',
  browser: 'Browser',
  on: ' on ',
  thisDevice: 'This device',
  onSince: 'On since ',
  lastNotified: ' · last notified ',
  turnOffOn: (device: string) => `Turn off on ${device}`,
  turnOff: 'Turn Off',
  failed: 'Notifications could not be changed. Check the connection and load the page again.',
  refused: 'The browser was not allowed to.',
  saving: 'Saving...',
  turnOffHere: 'Turn Off on This Device',
  turnOnHere: 'Turn On on This Device',
}));

/** Questions to the driver below the route, and why this device can't show notifications. */
export const offers = part('words:offers', () => ({
  notify: 'Should this phone notify you when stops are added, changed or removed?',
  numbersOnly: 'A notification contains numbers only, no names or addresses.',
  allow: 'Allow Notifications',
  notNow: 'Not Now',
  needsHttps: 'Notifications need an https address. Ask your administrator.',
  homeScreenFirst:
    'On an iPhone or iPad, add this page to the home screen first (Share → Add to Home Screen), and open it there.',
  cannotNotify: 'This browser can’t show notifications.',
  blocked: 'Notifications are blocked for this page. Allow them in the settings of the browser.',
}));

/** Sharing positions. */
export const sharing = part('words:sharing', ({ plural }) => ({
  question: 'Share your location while you have stops?',
  meaning: (customersSee: boolean) =>
    `Dispatch sees where you are${customersSee ? ', and the next customer how far away' : ''}. Nothing is stored off duty.`,
  share: 'Share',
  dontShare: 'Don’t Share',
  unknown: 'This phone does not tell where it is.',
  allowLocation: 'Allow location for this site in the browser’s settings.',
  title: 'Location · Parts Dispatch',
  heading: 'Location',
  shareTitle: 'Share your location',
  on: 'On',
  off: 'Off',
  undecided: 'Not decided',
  about: (days: number) =>
    `This page sends your position with each tap, and while it is open. It can’t when the phone sleeps; a tracker app can. Positions are deleted after ${days} ${plural(days, { one: 'day', other: 'days' })}; when you arrived at a stop and left it stays with its tasks.`,
  shareOnRoute: 'Share While I Have Stops',
  trail: 'My trail today',
  trackers: 'Tracker apps',
  trackersAbout:
    'A free app that reports your position also while the phone sleeps. The switch above controls this too.',
  shared: 'Your location is shared while you have stops',
  notShared: 'Your location is not shared',
  failed: 'Failed to update your location settings',
}));
