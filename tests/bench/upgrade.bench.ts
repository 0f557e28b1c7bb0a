/** Measures a rolling upgrade of three instances behind nginx with many open pages. `npm run bench -- --upgrade --pages N` */
import { expect, test } from 'vitest';
import { makeNextVersion } from '../support/next-version';
import { findNginx } from '../support/nginx';
import { startUpgrade } from '../support/rolling-upgrade';
import { report, row } from './report';

const PAGES = Number(process.env.UPGRADE_PAGES);
const WRITES_PER_SECOND = 10;

test('a rolling upgrade at noon', async () => {
  const nginx = findNginx();
  if (!nginx) throw new Error('nginx is not installed');
  const next = await makeNextVersion();
  const noon = await startUpgrade({ nginx, pages: PAGES, writesPerSecond: WRITES_PER_SECOND });
  try {
    await noon.more(3 * WRITES_PER_SECOND);
    const before = noon.figures();
    const startedAt = performance.now();
    await noon.replaceAll(next.folder);
    const seconds = (performance.now() - startedAt) / 1_000;
    await noon.more(3 * WRITES_PER_SECOND);
    await noon.finish();
    await expect.poll(() => noon.behind(), { timeout: 60_000 }).toBe(0);
    const { requests, writes, failures, losses, moves, mostMovesInASecond, longestLagMs, untold } =
      noon.figures();
    const what = `rolling upgrade, ${String(PAGES)} open pages`;
    report(what, {
      'forms and scripts': writes,
      'loads of pages': requests - writes,
      failed: failures.length,
      'pages without a connection': losses,
      'sockets moved': moves,
      'most in a second': mostMovesInASecond,
      'longest lag before ms': before.longestLagMs,
      'longest lag ms': longestLagMs,
      'changes not told': untold,
      s: seconds,
    });
    for (const failure of new Set(failures))
      report(what, { [failure]: failures.filter((each) => each === failure).length });
    row(`${what}: failed requests`, { unit: '', ours: failures.length, goal: '≤ 0' });
    row(`${what}: longest lag of a page`, { unit: 'ms', ours: longestLagMs, goal: '≤ 2000' });
  } finally {
    await noon.close();
    await next.remove();
  }
});
