/** Reads the XML of spreadsheets. It knows no document types, so that no entity can grow. */

export class Unreadable extends Error {}

type Visitor = {
  /** `attributes` is the text between the name and the end of the tag. Names have no prefix. */
  open?: (name: string, attributes: string) => void;
  /** Also called for a tag that closes itself. */
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/** Calls the visitor for each tag and each text, in their order. @throws Unreadable */
export function visit(xml: string, { open, close, text }: Visitor): void {
  let at = 0;
  while (at < xml.length) {
    const tag = xml.indexOf('<', at);
    const end = tag === -1 ? xml.length : tag;
    if (end > at) text?.(decoded(xml.slice(at, end)));
    if (tag === -1) return;
    if (xml.startsWith('<![CDATA[', tag)) {
      at = after(xml, ']]>', tag);
      text?.(xml.slice(tag + '<![CDATA['.length, at - ']]>'.length));
    } else if (xml.startsWith('<!--', tag)) at = after(xml, '-->', tag);
    else if (xml.startsWith('<?', tag)) at = after(xml, '?>', tag);
    else if (xml.startsWith('<!', tag)) throw new Unreadable('a document type');
    else at = readTag(xml, tag, { open, close });
  }
}

function after(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  if (found === -1) throw new Unreadable(`no ${mark}`);
  return found + mark.length;
}

/** @returns the place after the tag. */
function readTag(xml: string, start: number, { open, close }: Pick<Visitor, 'open' | 'close'>): number {
  const end = endOfTag(xml, start);
  if (xml.charAt(start + 1) === '/') {
    close?.(withoutPrefix(xml.slice(start + 2, end).trim()));
    return end + 1;
  }
  const closesItself = xml.charAt(end - 1) === '/';
  const whole = xml.slice(start + 1, closesItself ? end - 1 : end);
  const gap = whole.search(/\s/);
  const name = withoutPrefix(gap === -1 ? whole : whole.slice(0, gap));
  open?.(name, gap === -1 ? '' : whole.slice(gap));
  if (closesItself) close?.(name);
  return end + 1;
}

/** A value in quotes may contain the character that ends a tag. */
function endOfTag(xml: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < xml.length; at += 1) {
    const character = xml.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  throw new Unreadable('a tag without an end');
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Returns null for an attribute that is not there. @param name with its prefix. */
export function attributeOf(attributes: string, name: string): string | null {
  for (const quote of ['"', "'"]) {
    const found = attributes.indexOf(`${name}=${quote}`);
    if (found < 1 || !/\s/.test(attributes.charAt(found - 1))) continue;
    const from = found + name.length + 2;
    return decoded(attributes.slice(from, attributes.indexOf(quote, from)));
  }
  return null;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

const decoded = (text: string) =>
  text.includes('&') ? text.replaceAll(/&(#x?[\da-f]{1,6}|[a-z]{2,4});/gi, characterOf) : text;

function characterOf(whole: string, inside: string): string {
  if (!inside.startsWith('#')) return NAMED[inside] ?? whole;
  const code = /^#x/i.test(inside) ? parseInt(inside.slice(2), 16) : Number(inside.slice(1));
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
}
