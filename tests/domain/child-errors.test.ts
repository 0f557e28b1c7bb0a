/** The reason why a process has ended contains the process's own message. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { errorsOf } from '~/domain/platform/workers.server';

async function endOf(program: string, words: string[]): Promise<string> {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const reason = errorsOf(child);
  const [code, by] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return reason(code, by);
}

const node = (...words: string[]) => endOf(process.execPath, words);

test('an error of JavaScript, also one of a package that is missing', async () => {
  expect(await node('-e', 'console.error("starting"); null.x')).toMatch(
    /^it ended with 1: TypeError: Cannot read/,
  );
  expect(await node('--input-type=module', '-e', 'import "not-installed"')).toMatch(
    /^it ended with 1: Error \[ERR_MODULE_NOT_FOUND\]: Cannot find package 'not-installed'/,
  );
});

test('a full memory, and an exception of C++', async () => {
  const fill = 'const all = []; for (;;) all.push(new Array(1000).fill(all))';
  expect(await node('--max-old-space-size=20', '-e', fill)).toMatch(
    /^it ended with \w+: FATAL ERROR: .*memory/,
  );
  const thrown = 'terminate called after throwing an instance of x\\n  what():  no tiles\\n';
  expect(await endOf('sh', ['-c', `printf "${thrown}" >&2; kill -ABRT $$`])).toBe(
    'it ended with SIGABRT: what():  no tiles',
  );
});

test('without a word, with what there is', async () => {
  expect(await node('-e', 'process.exit(3)')).toBe('it ended with 3');
  expect(await endOf('sh', ['-c', 'echo disk is gone >&2; kill -KILL $$'])).toBe(
    'it ended with SIGKILL: disk is gone',
  );
});
