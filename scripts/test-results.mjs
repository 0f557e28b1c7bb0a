/**
 * Counts what a runner has written while it ran (tests/support/results.ts).
 * @returns failures with name and reason, and names: of skipped tests, of tests that are running, and of what is left.
 */
export function count(lines) {
  const planned = new Set();
  const running = new Set();
  const failures = [];
  const skipped = [];
  let passed = 0;
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const result = JSON.parse(line);
    if (result.planned) planned.add(result.planned);
    else if (result.started) running.add(result.started);
    else if (result.ended) planned.delete(result.ended);
    else {
      const { name, state, why = '' } = result;
      running.delete(name);
      if (state === 'passed') passed += 1;
      else if (state === 'skipped') skipped.push(name);
      else failures.push({ name, why });
    }
  }
  return { passed, failures, skipped, running: [...running], left: [...planned] };
}
