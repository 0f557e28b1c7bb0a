/** Links and forms name a page to return to that is on another site. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { client, PASSWORD } from '../../support/client';
import { submitForm } from '../../support/forms';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

const DRAFT = JSON.stringify({ notes: ['Ring twice'] });

const signIn = (redirectTo: string, draft = '') =>
  submitForm(client(network.app.origin), '/auth', {
    intent: 'signIn',
    username: 'driver',
    password: PASSWORD,
    redirectTo,
    draft,
  });

function expectHere(location: string | null) {
  expect(location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  const { origin, href } = new URL(location ?? '', network.app.origin);
  expect([origin, href]).toEqual([network.app.origin, network.app.origin + (location ?? '')]);
}

test.each([
  ['/.//evil.test/é', ''],
  ['/%2e//evil.test/é', ''],
  ['/.//evil.test/?a=é', ''],
  ['/.//evil.test/x', DRAFT],
  ['/a/%2e.//evil.test/x', DRAFT],
])('signing in never leads from %s to another host (draft: %s)', async (redirectTo, draft) => {
  const { status, location } = await signIn(redirectTo, draft);
  expect(status).toBe(302);
  expectHere(location);
  expect(location).not.toContain('evil');
});

test('a draft is found again at a path that was normalized', async () => {
  const { location } = await signIn('/driver/../driver?list=é', DRAFT);
  expectHere(location);
  expect(location).toMatch(/^\/driver\?list=%C3%A9&draft=[\w-]{36}$/);
});

const PIECES = ['/', '.', '\\', '%', '2e', '2f', 'é', '\t', '\n', '@', ':', 'evil.test'];
const way = fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => `/${pieces.join('')}`);

test('no form leads to another host, whatever its way back is made of @long', async () => {
  await fc.assert(
    fc.asyncProperty(way, fc.boolean(), async (target, withDraft) => {
      const undoId = '00000000-0000-4000-8000-000000000000';
      const answers = await Promise.all([
        signIn(target, withDraft ? DRAFT : ''),
        submitForm(dispatcher, '/dispatcher/undo', { undoId, back: target }),
      ]);
      for (const { location } of answers) expectHere(location);
    }),
    { numRuns: 60 },
  );
});
