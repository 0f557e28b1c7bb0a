/** The parts of a message that are documents, and the people who may send them. */
import { expect, test } from 'vitest';
import { isDocument } from '~/domain/intake/ways/document';
import { isConfirmed } from '~/domain/intake/ways/authentication-results';
import { documentsOf, isAllowed, type Part } from '~/domain/intake/ways/message';

const pdf: Part = {
  part: '2',
  type: 'application/pdf',
  disposition: 'attachment',
  dispositionParameters: { filename: 'invoice.pdf' },
  size: 20_000,
};
const body: Part = { part: '1', type: 'text/plain', size: 100 };
const html: Part = { part: '1', type: 'text/html', size: 100 };
const mixed = (...childNodes: Part[]): Part => ({ type: 'multipart/mixed', childNodes });

test('attached PDFs and texts are documents, whatever the text of the message says', () => {
  const text: Part = { ...pdf, part: '3', type: 'text/plain' };
  expect(documentsOf(mixed(body, pdf, text))).toEqual({
    found: [
      { part: '2', isBody: false },
      { part: '3', isBody: false },
    ],
  });
  const nested = mixed(mixed(html, body), {
    ...pdf,
    disposition: 'inline',
    dispositionParameters: undefined,
  });
  expect(documentsOf(nested)).toEqual({ found: [{ part: '2', isBody: false }] });
  const unnamed = { ...pdf, type: 'application/octet-stream' };
  expect(documentsOf(mixed(body, unnamed))).toEqual({ found: [{ part: '2', isBody: false }] });
});

test('without attachments the text is the document; pictures, HTML and messages within it are none', () => {
  const logo: Part = { ...pdf, type: 'image/png', dispositionParameters: { filename: 'logo.png' } };
  expect(documentsOf(mixed(mixed(body, html), logo))).toEqual({ found: [{ part: '1', isBody: true }] });
  expect(documentsOf({ type: 'text/plain', size: 9 })).toEqual({ found: [{ part: '1', isBody: true }] });
  const forwarded: Part = { part: '2', type: 'message/rfc822', childNodes: [pdf] };
  expect(documentsOf(mixed(html, forwarded))).toEqual({ refusal: 'it has no PDF and no text' });
});

test('too many documents, too large ones and too many parts are refused before anything is downloaded', () => {
  const many = (count: number, of: Part) => Array.from({ length: count }, () => of);
  expect(documentsOf(mixed(...many(10, pdf)))).toHaveProperty('found.length', 10);
  expect(documentsOf(mixed(...many(11, pdf)))).toEqual({ refusal: 'it has more than 10 documents' });
  expect(documentsOf(mixed(pdf, { ...pdf, size: 3_000_000 }))).toEqual({
    refusal: 'a document has more than 2 MB',
  });
  expect(documentsOf(mixed(...many(201, html)))).toEqual({ refusal: 'it has too many parts' });
});

test('one sender is allowed by address or by domain, and nobody without a list', () => {
  const from = (...addresses: string[]) => addresses.map((address) => ({ address }));
  const allowed = ['orders@plaza.example', '@olathe.example'];
  expect(isAllowed(from('Orders@Plaza.example'), allowed)).toBe(true);
  expect(isAllowed(from('anyone@olathe.example'), allowed)).toBe(true);
  expect(isAllowed(from('other@plaza.example'), allowed)).toBe(false);
  expect(isAllowed(from('anyone@mail.olathe.example'), allowed)).toBe(false);
  expect(isAllowed(from('"@olathe.example"@evil.example'), allowed)).toBe(false);
  expect(isAllowed(from('"a@b"@olathe.example'), allowed)).toBe(true);
  expect(isAllowed(from('orders@plaza.example', 'other@evil.example'), allowed)).toBe(false);
  expect(isAllowed([], allowed)).toBe(false);
  expect(isAllowed(from('orders@plaza.example'), [])).toBe(false);
});

const AT = 'orders@plaza.example';
const line = (results: string, server = 'mx.example') =>
  `Authentication-Results: ${server};\r\n\tdkim=pass header.i=@a;\r\n\t${results}\r\n`;
const PASS = 'dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=plaza.example';
const FAIL = 'dmarc=fail (p=NONE) header.from=plaza.example';

test('only the newest line of the named server confirms a sender', () => {
  expect(isConfirmed(line(PASS), 'MX.example', AT)).toBe(true);
  expect(isConfirmed(line(FAIL), 'mx.example', AT)).toBe(false);
  expect(isConfirmed(line(FAIL) + line(PASS), 'mx.example', AT)).toBe(false);
  expect(isConfirmed(line(PASS, 'evil.example'), 'mx.example', AT)).toBe(false);
  expect(isConfirmed(line(FAIL, 'evil.example') + line(PASS), 'mx.example', AT)).toBe(true);
  expect(isConfirmed('', 'mx.example', AT)).toBe(false);
  expect(isConfirmed('Authentication-Results: mx.example; none\r\n', 'mx.example', AT)).toBe(false);
});

test.each([
  'dmarc=pass header.from=plaza.example',
  'dmarc=pass action=none header.from=Plaza.Example;compauth=pass reason=100',
  'dmarc/1 = pass reason="all (well); dmarc=fail" header . from = "plaza.example"',
  'spf=pass smtp.mailfrom="a; dmarc=fail"@x.example; DMARC=PASS header.from=plaza.example.',
  '(a (nested; dmarc=fail \\) one)) dmarc=pass header.from=plaza.example;',
])('%s confirms', (results) => {
  expect(isConfirmed(line(results), 'mx.example', AT)).toBe(true);
});

test.each([
  // The text of the sender stands in quotes or a comment.
  'dmarc=fail header.from=plaza.example reason="a; dmarc=pass header.from=plaza.example"',
  'spf=pass smtp.mailfrom="; dmarc=pass header.from=plaza.example; "@evil.example',
  'dmarc=fail (x; dmarc=pass header.from=plaza.example) header.from=plaza.example',
  'dmarc=fail (x (y); dmarc=pass header.from=plaza.example;) header.from=plaza.example',
  // Another domain was checked, or nobody says which one.
  'dmarc=pass header.from=evil.example',
  'dmarc=pass header.from=evilplaza.example',
  'dmarc=pass header.from=mail.plaza.example',
  'dmarc=pass',
  'dmarc=pass header.from=evil.example header.from=plaza.example',
  // Two results, others, and lines that are no results.
  'dmarc=pass header.from=plaza.example; dmarc=fail header.from=plaza.example',
  'x-dmarc=pass header.from=plaza.example',
  'dmarc=bestguesspass header.from=plaza.example',
  'dmarc=pass header.from=plaza.example (no end',
  'dmarc=pass header.from="plaza.example',
  'dmarc pass header.from=plaza.example',
])('%s does not confirm', (results) => {
  expect(isConfirmed(line(results), 'mx.example', AT)).toBe(false);
  expect(isConfirmed(line(results) + line(PASS), 'mx.example', AT)).toBe(false);
});

test('a domain may be written by its letters or as ASCII', () => {
  const results = 'dmarc=pass header.from=xn--mnchen-3ya.example';
  expect(isConfirmed(line(results), 'mx.example', 'orders@münchen.example')).toBe(true);
});

test('PDFs, texts and what printers get are documents; pictures and files of an office are not', () => {
  expect(isDocument(Buffer.from('%PDF-1.7\n'))).toBe(true);
  expect(isDocument(Buffer.from('INVOICE 12\r\n\f'))).toBe(true);
  expect(isDocument(Buffer.from([0x1b, 0x45, 0, 0]))).toBe(true);
  expect(isDocument(Buffer.from([0x50, 0x4b, 3, 4, 20, 0]))).toBe(false);
  expect(isDocument(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]))).toBe(false);
});
