/** Prints figures at once and keeps them for the table at the end and for comparing two revisions (scripts/bench-table.mjs). */
import { appendFileSync } from 'node:fs';

export type Figure = {
  what: string;
  name: string;
  value: number;
};

export type Row = {
  what: string;
  unit: string;
  ours: number;
  /** The same work with nothing around it, measured in the same run. */
  floor?: number;
  /** The goal for our figure, or for the ratio of ours to the floor. */
  goal: `${'≤' | '≥'} ${number}` | `${'≤' | '≥'} ${number}×`;
};

function keep(entry: { figure: Figure } | { row: Row }): void {
  const file = process.env.BENCH_RESULTS;
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

export const times = (ratio: number) => `${ratio.toFixed(2)}×`;

export function report(what: string, figures: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(figures)) {
    const number = typeof value === 'number' ? value : Number(/^([\d.]+)×$/.exec(value)?.[1]);
    if (Number.isFinite(number)) keep({ figure: { what, name, value: number } });
  }
  const texts = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? value.toFixed(value < 10 ? 2 : 1) : value}`,
  );
  console.log(`${what.padEnd(46)} ${texts.join('   ')}`);
}

/** Adds a line to the table at the end of the run. */
export function row(what: string, figures: Omit<Row, 'what'>): void {
  keep({ row: { what, ...figures } });
}
