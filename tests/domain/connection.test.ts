/** These tests check when a page opens another socket. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackoff } from '~/live/backoff';
import { keepConnected, type SocketEvents } from '~/live/connection';
import { RESTARTING, SIGNED_OUT } from '~/live/message';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const GREETING = JSON.stringify({ type: 'LIVE', version: 7 });
const ABNORMAL = 1006;

/** Connects a page. Each socket that it opens is added to `sockets`. */
function open() {
  const sockets: SocketEvents[] = [];
  const said: unknown[] = [];
  const connection = keepConnected({
    open: (events) => {
      sockets.push(events);
      return { readyState: 1, close: () => undefined };
    },
    onGreeting: (version, hadGap) => said.push({ version, hadGap }),
    onMessage: ({ type }) => said.push(type),
    onUnreadable: (data) => said.push({ unreadable: data }),
    onLost: () => said.push('lost'),
    onSignedOut: () => said.push('signed out'),
    onRefused: () => said.push('refused'),
  });
  return { sockets, said, connection, last: () => sockets.at(-1) };
}

test('a page whose instance restarts connects at once, without saying that it is lost, and knows of the gap', () => {
  const { sockets, said, last } = open();
  last()?.onMessage(GREETING);
  last()?.onClose(RESTARTING);
  expect(sockets).toHaveLength(2);
  last()?.onMessage(GREETING);
  expect(said).toEqual([
    { version: 7, hadGap: false },
    { version: 7, hadGap: true },
  ]);
});

test('a page that is not greeted by the next instance is lost, and tries again later', () => {
  const { sockets, said, last } = open();
  last()?.onMessage(GREETING);
  last()?.onClose(RESTARTING);
  last()?.onClose(ABNORMAL);
  expect(said.slice(1)).toEqual(['lost', 'refused']);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(3_000);
  expect(sockets).toHaveLength(3);
});

test('a lost page tries again after 2 s, then at another moment than others, later each time, and within 30 s', () => {
  const waits = Array.from({ length: 200 }, () => {
    const fresh = createBackoff();
    expect(fresh.next()).toBe(2_000);
    return fresh.next();
  });
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(2_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(6_000);
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(2_000);
  const backoff = createBackoff();
  const later = Array.from({ length: 50 }, () => backoff.next()).slice(10);
  expect(Math.min(...later)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...later)).toBeLessThanOrEqual(30_000);
  backoff.reset();
  expect(backoff.next()).toBe(2_000);
});

test('a socket without a greeting for 20 s, or silent for a minute, is replaced, and says nothing any more', () => {
  const { sockets, said } = open();
  vi.advanceTimersByTime(20_000);
  expect(said).toEqual(['lost']);
  vi.advanceTimersByTime(3_000);
  expect(sockets).toHaveLength(2);
  sockets[1]?.onMessage(GREETING);
  vi.advanceTimersByTime(50_000);
  sockets[1]?.onMessage(JSON.stringify({ type: 'HEARTBEAT' }));
  vi.advanceTimersByTime(50_000);
  expect(said).toEqual(['lost', { version: 7, hadGap: true }]);
  vi.advanceTimersByTime(10_000);
  expect(said.at(-1)).toBe('lost');
  sockets[1]?.onMessage(GREETING);
  expect(said).toHaveLength(3);
});

test.each(['not JSON', '{}', '{"type": 7}', 'null'])(
  'the message %s can not be read, which is said',
  (data) => {
    const { said, last } = open();
    last()?.onMessage(data);
    expect(said).toEqual([{ unreadable: data }]);
  },
);

test('a page that is signed out does not connect again', () => {
  const { sockets, said, last } = open();
  last()?.onMessage(GREETING);
  last()?.onClose(SIGNED_OUT);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
  expect(said.slice(1)).toEqual(['lost', 'signed out']);
});
