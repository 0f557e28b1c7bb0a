/** Prints the results of the measurements (tests/bench/report.ts) as tables. */
import { existsSync, readFileSync } from 'node:fs';

/** @returns {{ rows: object[], figures: Map<string, number> }} medians of all rounds. */
export function readResults(file) {
  const entries = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];
  const rows = new Map();
  const figures = new Map();
  for (const entry of entries.map((line) => JSON.parse(line))) {
    if (entry.row) {
      push(rows, entry.row.what, entry.row);
      push(figures, `${entry.row.what}, ${entry.row.unit}`, entry.row.ours);
    } else push(figures, `${entry.figure.what}: ${entry.figure.name}`, entry.figure.value);
  }
  return {
    rows: [...rows.values()].map((all) => ({
      ...all[0],
      ours: median(all.map(({ ours }) => ours)),
      ...(all[0].floor !== undefined && { floor: median(all.map(({ floor }) => floor)) }),
      ...(all[0].floor !== undefined && { ratio: median(all.map(({ ours, floor }) => ours / floor)) }),
    })),
    figures: new Map([...figures].map(([name, all]) => [name, median(all)])),
  };
}

function push(map, key, value) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function printTable(rows) {
  if (rows.length === 0) return;
  print([
    ['what', 'ours', 'floor', 'ratio', 'goal', ''],
    ...rows.map((row) => [
      row.what,
      `${short(row.ours)} ${row.unit}`,
      row.floor === undefined ? '–' : `${short(row.floor)} ${row.unit}`,
      row.ratio === undefined ? '–' : `${row.ratio.toFixed(2)}×`,
      row.goal,
      isReached(row) ? 'reached' : 'missed',
    ]),
  ]);
}

function isReached({ ours, ratio, goal }) {
  const [, sign, number, isRatio] = /^([≤≥]) ([\d.]+)(×?)$/.exec(goal) ?? [];
  const value = isRatio ? ratio : ours;
  return sign === '≤' ? value <= Number(number) : value >= Number(number);
}

/** Takes the figures of both revisions, because a measurement may not be possible in one of them. */
export function printComparison(before, after) {
  const names = new Set([...after.figures.keys(), ...before.figures.keys()]);
  print([
    ['figure', before.name, after.name, 'ratio'],
    ...[...names].map((name) => {
      const [earlier, later] = [before, after].map(({ figures }) => figures.get(name));
      const cells = [earlier, later].map((value) => (value === undefined ? 'not measured' : short(value)));
      const ratio = later / earlier;
      return [name, ...cells, Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : '–'];
    }),
  ]);
}

const short = (value) =>
  value >= 100 ? value.toFixed(0) : Number.isInteger(value) ? String(value) : value.toPrecision(3);

function print(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => [...line[column]].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  console.log(`\n${lines.map((line) => line.map(pad).join('   ').trimEnd()).join('\n')}`);
}
