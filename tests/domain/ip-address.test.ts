import { expect, test } from 'vitest';
import { isLoopbackHost, isNearby, isPublic } from '~/domain/platform/ip-address.server';

test.each([
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['::ffff:203.0.114.1', '::ffff:8.8.8.8'],
  ['8000::', '64:ff9b::808:808'],
])('no address from %s to %s is public', (first, last) => {
  expect([isPublic(first), isPublic(last)]).toEqual([false, false]);
});

test.each(['1.0.0.0', '9.255.255.255', '100.128.0.0', '172.32.0.1', '223.255.255.255', '2600::1', '2a00::1'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

test.each(['dispatch.test', '', '0x7f.1', '0127.0.0.1', '2130706433', '8.8.8'])(
  '"%s" is no address, and so not public, nearby or loopback',
  (text) => {
    expect([isPublic(text), isNearby(text), isLoopbackHost(text)]).toEqual([false, false, false]);
  },
);

test.each(['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.0.1', '169.254.1.1', '::1', 'fd00::1', 'fc00::1'])(
  '%s is nearby',
  (address) => {
    expect(isNearby(address)).toBe(true);
  },
);

test.each(['8.8.8.8', '172.32.0.1', '11.0.0.1', '2600::1'])('%s is not nearby', (address) => {
  expect(isNearby(address)).toBe(false);
});

test.each(['localhost', 'LOCALHOST.', 'app.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1'])(
  '%s leads to this machine only',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

test.each(['localhost.example', '128.0.0.1', '127.example', '[::2]', '0.0.0.0', '::ffff:127.0.0.1'])(
  '%s may lead elsewhere',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  },
);
