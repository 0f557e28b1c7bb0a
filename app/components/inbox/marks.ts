/** The meanings of a layout's texts, in the order of its form. */
import type { Meaning } from '~/domain/intake/layouts/layout';

export const MARKS = [
  ['voidWhen', 'Words that void an order'],
  ['returnWhen', 'Words that make it a return'],
  ['copyWhen', 'Words that make it a copy'],
  ['ignoreWhen', 'Words with which it is ignored'],
  ['plainWhen', 'Words that mean nothing'],
] as const satisfies [Meaning, string][];
