/** Pages that open without a line. */
import { expect, type Page } from '@playwright/test';
import { hydrated } from './browser';

/** The page and its program are on the phone. */
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
