/** Deletes what this device keeps, as somebody else may use it next. The sign-in page does it without React. */
import { forgetPhotosOfOthers } from './stored-photos';
import { forgetDrafts } from '~/forms/drafts';
import { forgetKeptRoutes } from './database';

/** The address under which the service worker keeps the page. */
const PAGE = '/driver';

export async function forgetPage(): Promise<void> {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(PAGE);
}

/** After an ended session: deletes the route, which the next user must not see. The outbox stays. */
export async function forgetRoute(): Promise<void> {
  await forgetKeptRoutes();
  await forgetPage();
}

/** Deletes all drafts: for the sign-in page, unless an ended session has led there. */
export async function forgetTyped(): Promise<void> {
  forgetDrafts();
  await forgetPhotosOfOthers(null);
}
