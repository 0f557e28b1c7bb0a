/** The names on the map make room for the pins. */
import type { Page } from '@playwright/test';
import { expect } from './browser';

/** Waits until the name is on the map and covers no pin. */
export async function expectBesidePins(page: Page, name: string): Promise<void> {
  const shown = page.locator('.leaflet-names-pane').getByText(name, { exact: true });
  await expect(shown).toBeVisible();
  const covered = () =>
    shown.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const pins = [...document.querySelectorAll('.leaflet-marker-icon[role=button] [aria-hidden] > div')];
      return pins.filter((pin) => {
        const { left, right, top, bottom } = pin.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      }).length;
    });
  await expect.poll(covered).toBe(0);
}
