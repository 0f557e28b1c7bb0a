/** Leaves out the tests of the other length. Runs before each test file. */
import { beforeEach } from 'vitest';
import { isPart } from '../long';

beforeEach(({ task, skip }) => {
  if (!isPart(task.file.filepath, task.name)) skip();
});
