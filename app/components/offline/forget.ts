/** Deletes the data on this device, because someone else may use it next. The sign-in page does this without React. */
import { forgetPhotosOfOthers } from './stored-photos';
import { forgetDrafts } from '~/forms/drafts';
import { forgetKeptRoutes } from './database';

/** The service worker caches the page under this path. */
const PAGE = '/driver';

export async function forgetPage(): Promise<void> {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(PAGE);
}

/** Deletes the route after a session has ended, because the next user must not see it. The outbox stays. */
export async function forgetRoute(): Promise<void> {
  await forgetKeptRoutes();
  await forgetPage();
}

/** Deletes all drafts. The sign-in page calls it, unless an ended session led there. */
export async function forgetTyped(): Promise<void> {
  forgetDrafts();
  await forgetPhotosOfOthers(null);
}
