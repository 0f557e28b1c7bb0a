/**
 * The tests of writes, and of what depends on the order and the case of letters, also run on Debian's PostgreSQL with
 * default settings. `npm test -- own`
 */
import { defineConfig } from 'vitest/config';
import usual from './vitest.config';

const FILES = [
  'api/accounts',
  'api/background-work',
  'api/find',
  'api/history',
  'api/holds',
  'api/import',
  'api/move',
  'api/positions',
  'api/reorder',
  'api/sessions',
  'api/task-form',
  'api/tasks',
  'api/tasks-together',
  'api/undo',
  'api/undo-any',
  'api/undo-completion',
  'api/webhooks',
  'api/webhooks-killed',
  'domain/idempotency',
  'domain/jobs',
];

export default defineConfig({
  ...usual,
  test: {
    ...usual.test,
    include: FILES.map((name) => `tests/${name}.test.ts`),
    globalSetup: ['tests/support/own-setup.ts'],
  },
});
