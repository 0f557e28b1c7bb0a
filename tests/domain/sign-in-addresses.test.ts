/** A phone deletes the former user's data at each address that starts a session. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSignIn } from '~/components/offline/sign-in-addresses';

const APP = join(import.meta.dirname, '../../app');

/** For each file: the addresses that its calls of `startSession` answer. */
const ADDRESSES: Record<string, string[]> = {
  'routes/api.login.ts': ['/api/login'],
  'routes/api.register.ts': ['/api/register'],
  'routes/api.setup.ts': ['/api/setup'],
  'routes/auth/actions.server.ts': ['/auth', '/auth.data', '/auth/answer'],
  'routes/p.in.$token/route.tsx': ['/p/in/AbCd-_123'],
  'routes/setup/route.tsx': ['/setup', '/setup.data'],
};

test('every file that starts sessions is known here, and its addresses to the service worker', () => {
  const starts = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && file !== 'http/session.server.ts')
    .filter((file) => readFileSync(join(APP, file), 'utf8').includes('startSession('));
  expect(starts.sort()).toEqual(Object.keys(ADDRESSES).sort());
  const addresses = Object.values(ADDRESSES).flat();
  expect(addresses.filter((pathname) => !isSignIn({ pathname }))).toEqual([]);
});

test('nothing else counts as a sign-in', () => {
  const others = [
    '/',
    '/auth/password',
    '/logout',
    '/driver',
    '/api/logout',
    '/p/AbCd',
    '/setup/x',
    '/p/in/',
  ];
  expect(others.filter((pathname) => isSignIn({ pathname }))).toEqual([]);
});
