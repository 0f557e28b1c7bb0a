/** Checks that every control is large enough for a finger. */
import { expect, type Page } from '@playwright/test';

const SMALLEST_PX = 48;

/** Measures all visible controls. A link that fills its card has the size of the card. */
export async function expectTouchTargets(page: Page): Promise<void> {
  const small = await page.evaluate((least) => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, input:not([type="hidden"]), select',
    );
    const isReachable = (element: HTMLElement) => {
      const modal = document.querySelector('dialog:modal');
      return (
        (!modal || modal.contains(element)) &&
        element.checkVisibility() &&
        element.getClientRects().length > 0
      );
    };
    const area = (element: HTMLElement) => {
      const over = getComputedStyle(element, '::after');
      const fills = over.content !== 'none' && over.position === 'absolute' && over.inset === '0px';
      const labelled = element instanceof HTMLInputElement ? element.closest('label') : null;
      return (fills ? element.offsetParent : (labelled ?? element))?.getBoundingClientRect() ?? new DOMRect();
    };
    return [...all]
      .filter((element) => isReachable(element) && !element.matches('a[href="#content"]'))
      .map((element) => ({ name: element.outerHTML.slice(0, 160), rect: area(element) }))
      .filter(({ rect }) => rect.width < least - 0.5 || rect.height < least - 0.5)
      .map(
        ({ name, rect }) => `${String(Math.round(rect.width))}×${String(Math.round(rect.height))} ${name}`,
      );
  }, SMALLEST_PX);
  expect(small).toEqual([]);
}
