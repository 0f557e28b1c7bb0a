/**
 * Layouts whose habits are drawn at random, each taught by one example. `npm run bench -- --layouts`; `LAYOUTS_SEED=9001`
 * before it draws others.
 */
import { test } from 'vitest';
import { drawLayout } from '../support/invoice-habits';
import { type LayoutScore, scoreLayout } from '../support/layout-score';
import { report, row } from './report';

const LAYOUTS = Number(process.env.LAYOUTS_BENCH ?? 0);
const FIRST = Number(process.env.LAYOUTS_SEED ?? 1);

test.skipIf(LAYOUTS === 0)('random layouts', async () => {
  const all: { score: LayoutScore; habits: string }[] = [];
  for (let seed = FIRST; seed < FIRST + LAYOUTS; seed += 1) {
    const drawn = drawLayout(seed);
    all.push({ score: await scoreLayout(drawn), habits: JSON.stringify(drawn.habits) });
  }
  for (const { score, habits } of all) {
    const { seed, unteachable, wrong, needless } = score;
    if (unteachable !== null || wrong.length > 0) console.log(`layout ${String(seed)}: ${habits}`);
    if (unteachable !== null) console.log(`  cannot be taught: ${unteachable}`);
    for (const each of wrong) console.log(`  wrong: ${each}`);
    for (const each of needless) console.log(`asked: ${each}`);
  }
  const scores = all.map(({ score }) => score);
  const sum = (of: (score: LayoutScore) => number) => scores.reduce((total, each) => total + of(each), 0);
  const fields = sum((each) => each.fields);
  const orders = sum((each) => each.orders);
  report('layouts', { drawn: scores.length, orders, fields });
  row('random layouts that cannot be taught', {
    unit: '',
    ours: scores.filter(({ unteachable }) => unteachable !== null).length,
    goal: '≤ 0',
  });
  row('wrong orders of random layouts without a question', {
    unit: '',
    ours: sum(({ wrong }) => wrong.length),
    goal: '≤ 0',
  });
  row('fields of random layouts read right, one example each', {
    unit: '%',
    ours: (100 * sum(({ right }) => right)) / Math.max(1, fields),
    goal: '≥ 98',
  });
  row('orders of random layouts asked about without need', {
    unit: '%',
    ours: (100 * sum(({ needless }) => needless.length)) / Math.max(1, orders),
    goal: '≤ 5',
  });
  row('clicks that teach a random layout', {
    unit: '',
    ours: Math.max(...scores.map(({ clicks }) => clicks)),
    goal: '≤ 12',
  });
});
