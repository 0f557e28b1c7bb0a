/** The addresses that may print, and the printers that may get copies. */
import { expect, test } from 'vitest';
import { KIND_SETTINGS, printerAt } from '~/domain/intake/inbox/kinds';
import { senderList } from '~/domain/intake/inbox/senders.server';
import { answerTo, isOnlyCommands } from '~/domain/intake/ways/printer-commands';
import { seal, unseal } from '~/process/secret.server';

test.each([
  [['192.168.1.20'], '192.168.1.20', true],
  [['192.168.1.20'], '::ffff:192.168.1.20', true],
  [['192.168.1.20'], '192.168.1.21', false],
  [['192.168.1.0/24'], '192.168.1.255', true],
  [['192.168.1.77/24'], '192.168.1.3', true],
  [['192.168.1.0/24'], '192.168.2.1', false],
  [['192.168.1.0/24'], '::ffff:192.168.1.9', true],
  [['fd00::/64'], 'fd00::1:2', true],
  [['fd00::/64'], 'fd00:0:0:1::2', false],
  [['fe80::5'], 'fe80::5%eth0', true],
  [['fd00::/64', '10.0.0.5'], '10.0.0.5', true],
  [[], '127.0.0.1', false],
  [['192.168.1.20'], '', false],
])('of the list %j, %s is a sender: %s', (senders, address, isOne) => {
  expect(senderList(senders)(address)).toBe(isOne);
});

const port = (settings: object) => KIND_SETTINGS.port.safeParse({ kind: 'port', ...settings });

test.each(['192.168.1', '192.168.1.0/33', 'printer', '*', '0.0.0.0/', 'fd00::/129', ' '])(
  '%j is no sender',
  (sender) => {
    expect(port({ senders: [sender] }).success).toBe(false);
  },
);

test.each([
  ['192.168.1.40', '192.168.1.40:9100', '192.168.1.40', 9100],
  ['Printer.Office:9101', 'printer.office:9101', 'printer.office', 9101],
  ['[fd00::9]:9109', '[fd00::9]:9109', 'fd00::9', 9109],
])('%s is a printer', (given, stored, host, at) => {
  const { data } = port({ forward: given });
  expect(data?.forward).toBe(stored);
  expect(port({ forward: stored }).data?.forward).toBe(stored);
  expect(printerAt(stored)).toEqual({ host, port: at });
});

test.each([
  '10.0.0.1:22',
  '10.0.0.1:515',
  '10.0.0.1:9110',
  '10.0.0.1:80',
  'http://10.0.0.1',
  'a b',
  'user@host:9100',
])('%s is no printer: documents must not reach another service', (forward) => {
  expect(port({ forward }).success).toBe(false);
});

test('a question to a printer is answered, and is no document', () => {
  const question = Buffer.from('\x1b%-12345X@PJL\r\n@PJL INFO STATUS\r\n\x1b%-12345X');
  expect(answerTo(question)).toBe('@PJL INFO STATUS\r\nCODE=10001\r\nDISPLAY="Ready"\r\nONLINE=TRUE\r\n\f');
  expect(isOnlyCommands(question)).toBe(true);
  expect(isOnlyCommands(Buffer.alloc(0))).toBe(true);
  const job = Buffer.concat([
    question,
    Buffer.from('@PJL ENTER LANGUAGE=PCL\r\nINVOICE 48213\r\n\x1b%-12345X'),
  ]);
  expect(isOnlyCommands(job)).toBe(false);
  expect(answerTo(Buffer.from('INVOICE 48213'))).toBe('');
});

test('a sealed secret is read with the same key only, and is another text each time', () => {
  const sealed = seal('pass word');
  expect(unseal(sealed)).toBe('pass word');
  expect(sealed.equals(seal('pass word'))).toBe(false);
  expect(sealed.includes('pass word')).toBe(false);
  const [last = 0] = sealed.subarray(-1);
  expect(unseal(Buffer.concat([sealed.subarray(0, -1), Buffer.from([last ^ 1])]))).toBeNull();
  expect(unseal(Buffer.alloc(3))).toBeNull();
});
