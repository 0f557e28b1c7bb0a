/**
 * Counts what a runner has written while it ran (tests/support/results.ts).
 * @returns failures with name and reason, the number of applications that were started, and names: of skipped tests, of tests that are running, and of what is left.
 */
export function count(lines) {
  const planned = new Set();
  // A short test may have ended before its start is told, and two tests may have one name.
  const starts = new Map();
  const tally = (name, more) => starts.set(name, (starts.get(name) ?? 0) + more);
  const failures = [];
  const skipped = [];
  let passed = 0;
  let applications = 0;
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const result = JSON.parse(line);
    if (result.planned) planned.add(result.planned);
    else if (result.started) tally(result.started, 1);
    else if (result.application) applications += 1;
    else if (result.ended) planned.delete(result.ended);
    else {
      const { name, state, why = '' } = result;
      tally(name, -1);
      if (state === 'passed') passed += 1;
      else if (state === 'skipped') skipped.push(name);
      else failures.push({ name, why });
    }
  }
  return {
    passed,
    applications,
    failures,
    skipped,
    running: [...starts.keys()].filter((name) => starts.get(name) > 0),
    left: [...planned],
  };
}
