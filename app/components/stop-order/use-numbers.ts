/** Numbers the rows of a list in the document itself, because a moved row changes the numbers of all others. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';

// On the server, useLayoutEffect would only warn. The server renders the initial numbers.
const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** The visible rows of a list. */
export const rowsOf = (list: HTMLElement | null): Element[] => [
  ...(list?.querySelectorAll(':scope > li:not([hidden])') ?? []),
];

/** Numbers the visible rows. */
export function useNumbers(list: RefObject<HTMLElement>): void {
  useBrowserEffect(() => {
    rowsOf(list.current).forEach((row, index) => {
      const number = String(index + 1);
      const field = row.querySelector<HTMLInputElement>('[name="position"]');
      if (!field) setText(row.querySelector('[data-number]'), number);
      if (!field || field.defaultValue === number) return;
      // Must not replace a number that someone is typing.
      const isTyped = field === document.activeElement && field.value !== field.defaultValue;
      field.defaultValue = number;
      if (!isTyped) field.value = number;
    });
  });
}

/** The forms with the buttons that move a stop. */
export const formsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLFormElement>('form[data-moves]') ?? []),
];

export const positionText = (index: number, count: number) => `${String(index + 1)} of ${String(count)}`;

/** Shows the position of each movable stop among the movable stops. */
export function usePositions(list: RefObject<HTMLElement>, count: number): void {
  useBrowserEffect(() => {
    formsOf(list.current).forEach((form, index) => {
      setText(form.querySelector('[data-position]'), positionText(index, count));
    });
  });
}
