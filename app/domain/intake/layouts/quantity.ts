/** Quantities as they are printed: 5, x5, (5), 5 EA, 5.00, 5-. */

/** What stands around the digits; letters behind them are a unit, and any of them will do. */
export type QuantityShape = { before: string; after: string };

const QUANTITY = /^([xX]|[^\p{L}\d]{0,2}) ?(\d{1,4})(?:[.,]0{1,3})? ?([xX]|\p{L}{2,5}\.?|[^\p{L}\d]{0,2})$/u;
const UNIT = 'EA';

function partsOf(text: string): (QuantityShape & { digits: string }) | null {
  const [, before = '', digits, after = ''] = QUANTITY.exec(text) ?? [];
  if (digits === undefined) return null;
  return { before, digits, after: /^\p{L}+\.?$/u.test(after) ? UNIT : after };
}

export const quantityShape = (text: string): QuantityShape | null => {
  const parts = partsOf(text);
  return parts && { before: parts.before, after: parts.after };
};

export const isQuantity = (text: string) => partsOf(text) !== null;

/** Returns null for another shape. */
export function quantityIn(text: string, { before, after }: QuantityShape): number | null {
  const parts = partsOf(text);
  return parts?.before === before && parts.after === after ? Number(parts.digits) : null;
}
