/** Pages that open without a connection. */
import { expect, type Page } from '@playwright/test';
import { hydrated } from './browser';

/** Waits until the phone has stored the page and its program. */
export async function kept(page: Page): Promise<void> {
  await hydrated(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const found = await Promise.all(
          names.map(async (name) => (await caches.open(name)).match('/driver')),
        );
        return found.some(Boolean);
      }),
    )
    .toBe(true);
}
