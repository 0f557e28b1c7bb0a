/** The names of towns and dealerships on the map. */
import type { Page } from '@playwright/test';

/** Returns the names in sight, and those of them that cover a pin. */
export const namesOnMap = (page: Page) =>
  page.locator('.leaflet-names-pane').evaluate((pane) => {
    const boxes = [...document.querySelectorAll('.leaflet-marker-icon[role=button] [aria-hidden] > div')].map(
      (pin) => pin.getBoundingClientRect(),
    );
    const coversPin = (name: Element) => {
      const { left, right, top, bottom } = name.getBoundingClientRect();
      return boxes.some(
        (pin) => left < pin.right && right > pin.left && top < pin.bottom && bottom > pin.top,
      );
    };
    const names = [...pane.querySelectorAll('.leaflet-marker-icon > div')].filter((name) =>
      name.checkVisibility(),
    );
    const text = ({ textContent }: Element) => textContent;
    return { shown: names.map(text), covering: names.filter(coversPin).map(text) };
  });
