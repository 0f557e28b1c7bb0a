import type { Page } from '@playwright/test';

/**
 * Counts the presses of the pointer from now on, on the next pages too. A press counts whether it ends as a click or
 * as a drag.
 */
export async function clicksOf(page: Page): Promise<() => Promise<number>> {
  let count = 0;
  await page.exposeFunction('countPress', () => {
    count += 1;
  });
  const listen = () => {
    const { countPress } = window as unknown as { countPress: () => Promise<void> };
    window.addEventListener('pointerdown', () => void countPress(), true);
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  // A round trip to the page comes after all presses that the page has told of.
  return async () => {
    await page.evaluate(() => null);
    return count;
  };
}
