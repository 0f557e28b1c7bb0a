import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { note } from './results';

const nameOf = ({ location, titlePath }: Pick<TestCase, 'location'> & { titlePath: string[] }) =>
  [relative(process.cwd(), location.file), ...titlePath].join(' › ');
// The first three are the root, the project and the file.
const named = (test: TestCase) => nameOf({ location: test.location, titlePath: test.titlePath().slice(3) });
const textOf = (errors: TestError[]) => errors.map(({ message, value }) => message ?? value ?? '').join('\n');

export default class PlaywrightResults implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    note(...suite.allTests().map((test) => ({ planned: named(test) })));
  }

  onTestBegin(test: TestCase): void {
    note({ started: named(test) });
  }

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    const name = named(test);
    // The run was stopped: this test has no result.
    if (status === 'interrupted') return;
    const state = status === 'skipped' ? 'skipped' : test.ok() ? 'passed' : 'failed';
    note({ name, state, ...(state === 'failed' && { why: textOf(errors) }) }, { ended: name });
  }

  onError(error: TestError): void {
    note({ name: 'outside of tests', state: 'failed', why: textOf([error]) });
  }

  printsToStdio(): boolean {
    return false;
  }
}
