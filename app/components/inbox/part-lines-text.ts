/** Part lines as a text that people correct, with one line each, such as `2 x 49971-0C875`. */
import type { PartLine } from '~/domain/intake/layouts/part-lines';

export const linesText = (lines: PartLine[]): string =>
  lines.map(({ part, quantity }) => `${String(quantity)} x ${part}`).join('\n');

const LINE = /^(\d{1,4}) ?[x×]? (\S.*)$/i;

/** Returns the lines, or the first text that is none. */
export function linesIn(text: string): PartLine[] | { unclear: string } {
  const lines: PartLine[] = [];
  for (const each of text.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '))) {
    if (each === '') continue;
    const [, quantity, part] = LINE.exec(each) ?? [];
    if (quantity === undefined || part === undefined) return { unclear: each };
    lines.push({ part, quantity: Number(quantity) });
  }
  return lines;
}
