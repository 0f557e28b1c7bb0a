import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node';
import { isPart } from '../long';
import { note } from './results';

const fileOf = (path: string) => relative(process.cwd(), path);
const nameOf = (test: TestCase) => `${fileOf(test.module.moduleId)} › ${test.fullName}`;
/** A property of fast-check says only as its cause which rule was broken. */
const causeOf = ({ cause }: SerializedError) =>
  cause && typeof cause === 'object' && 'message' in cause ? `\nBecause: ${cause.message}` : '';
const textOf = (errors: readonly SerializedError[]) =>
  errors.map((error) => {
    const { message, stack, stacks } = error;
    const [place] = stacks ?? [];
    const text = place ? `${message}\n  at ${fileOf(place.file)}:${String(place.line)}` : (stack ?? message);
    return `${text}${causeOf(error)}`;
  });

/** Errors of hooks belong to a suite or to the file, and leave its tests skipped. */
function noteHooks(suite: TestModule | TestSuite, name: string): void {
  const errors = suite.errors();
  if (errors.length > 0) note({ name, state: 'failed', why: textOf(errors).join('\n') });
}

export default class VitestResults implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    note(...specifications.map(({ moduleId }) => ({ planned: fileOf(moduleId) })));
  }

  onTestCaseReady(test: TestCase): void {
    if (isPart(test.module.moduleId, test.name)) note({ started: nameOf(test) });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'pending' || !isPart(test.module.moduleId, test.name)) return;
    note({ name: nameOf(test), state, ...(errors && { why: textOf(errors).join('\n') }) });
  }

  onTestModuleEnd(module: TestModule): void {
    const file = fileOf(module.moduleId);
    noteHooks(module, file);
    for (const suite of module.children.allSuites()) noteHooks(suite, `${file} › ${suite.fullName}`);
    note({ ended: file });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const why of textOf(errors)) note({ name: 'outside of tests', state: 'failed', why });
  }
}
