/** The numbers of rows in order. In place, as a row that moves changes the numbers of all others. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';

// The server renders the numbers that it knows.
const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** The rows of a list that are shown. */
export const rowsOf = (list: HTMLElement | null): Element[] => [
  ...(list?.querySelectorAll(':scope > li:not([hidden])') ?? []),
];

/** Numbers the rows that are shown. */
export function useNumbers(list: RefObject<HTMLElement>): void {
  useBrowserEffect(() => {
    rowsOf(list.current).forEach((row, index) => {
      const number = String(index + 1);
      const field = row.querySelector<HTMLInputElement>('[name="position"]');
      if (!field) setText(row.querySelector('[data-number]'), number);
      if (!field || field.defaultValue === number) return;
      // Not what somebody is typing.
      const isTyped = field === document.activeElement && field.value !== field.defaultValue;
      field.defaultValue = number;
      if (!isTyped) field.value = number;
    });
  });
}

/** The forms of the buttons that move a stop. */
export const formsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLFormElement>('form[data-moves]') ?? []),
];

export const positionText = (index: number, count: number) => `${String(index + 1)} of ${String(count)}`;

/** The places of the stops that can be moved, among them. */
export function usePositions(list: RefObject<HTMLElement>, count: number): void {
  useBrowserEffect(() => {
    formsOf(list.current).forEach((form, index) => {
      setText(form.querySelector('[data-position]'), positionText(index, count));
    });
  });
}
