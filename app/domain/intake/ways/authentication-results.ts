/** Reads what a mail server says about the sender of a message (RFC 8601, Authentication-Results). */
import { domainToASCII } from 'node:url';

/** Words and marks of a line. Comments are left out, and quoted texts are words or parts of them. */
type Token = { text: string; isMark: boolean };

/** @returns null for a line that ends within a comment or a quoted text. */
function tokensOf(line: string): Token[] | null {
  const tokens: Token[] = [];
  let word: string | null = null;
  const endWord = () => {
    if (word !== null) tokens.push({ text: word, isMark: false });
    word = null;
  };
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '(') {
      endWord();
      at = endOfComment(line, at);
      if (at === -1) return null;
    } else if (character === '"') {
      const end = endOfQuoted(line, at);
      if (end === -1) return null;
      word = (word ?? '') + line.slice(at + 1, end).replaceAll(/\\(.)/gs, '$1');
      at = end;
    } else if (character === ';' || character === '=') {
      endWord();
      tokens.push({ text: character, isMark: true });
    } else if (/\s/.test(character)) endWord();
    else word = (word ?? '') + character;
  }
  endWord();
  return tokens;
}

/** Comments can be within comments. */
function endOfComment(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function endOfQuoted(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') return at;
  }
  return -1;
}

/** A method with its result, or a property of the message with its value. */
type Pair = { name: string; value: string };
type Results = { server: string; results: Pair[][] };

/** @returns null for a line that does not follow the standard. */
function parse(line: string): Results | null {
  const groups: Token[][] = [[]];
  for (const token of tokensOf(line) ?? []) {
    if (token.isMark && token.text === ';') groups.push([]);
    else groups.at(-1)?.push(token);
  }
  const [[server, version, ...more] = [], ...rest] = groups;
  if (!server || server.isMark || more.length > 0 || (version && !/^\d+$/.test(version.text))) return null;
  const results: Pair[][] = [];
  for (const group of rest) {
    if (group.length === 0 || (group.length === 1 && group[0]?.text.toLowerCase() === 'none')) continue;
    const pairs = pairsOf(group);
    if (!pairs) return null;
    results.push(pairs);
  }
  return { server: server.text.toLowerCase(), results };
}

/** Spaces and comments may stand around the dot of `header.from` and the slash of `dmarc/1`. */
function pairsOf(group: Token[]): Pair[] | null {
  const pairs: Pair[] = [];
  let name = '';
  for (let at = 0; at < group.length; at += 1) {
    const token = group[at];
    if (!token) break;
    if (!token.isMark) {
      name += token.text.toLowerCase();
      continue;
    }
    const value = group[at + 1];
    if (name === '' || !value || value.isMark) return null;
    pairs.push({ name, value: value.text });
    name = '';
    at += 1;
  }
  return name === '' ? pairs : null;
}

const METHOD = /^dmarc(?:\/\d+)?$/;

const domainOf = (address: string) =>
  domainToASCII(address.slice(address.lastIndexOf('@') + 1).replace(/\.$/, ''));

/**
 * Returns true if a mail server says that the sender was not forged. That server removes such lines of others under its
 * own name; a line of any other name proves nothing.
 * @param headers lines of a message, `Authentication-Results` among them; the newest is the first one.
 * @param server its name at the beginning of the line. @param from the address of the sender.
 */
export function isConfirmed(headers: string, server: string, from: string): boolean {
  const lines = headers.replaceAll(/\r?\n(?=[ \t])/g, '').split(/\r?\n/);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (line.slice(0, colon).trim().toLowerCase() !== 'authentication-results') continue;
    const text = line.slice(colon + 1);
    const parsed = parse(text);
    // A line that the server has garbled must not lead to an older one, which may be forged.
    if (!parsed && text.trim().toLowerCase().startsWith(server.toLowerCase())) return false;
    if (parsed?.server !== server.toLowerCase()) continue;
    const checks = parsed.results.filter(([method]) => method && METHOD.test(method.name));
    const [[method, ...properties] = []] = checks;
    const senders = properties.filter(({ name }) => name === 'header.from');
    const domain = domainOf(from);
    return (
      checks.length === 1 &&
      method?.value.toLowerCase() === 'pass' &&
      senders.length === 1 &&
      domain !== '' &&
      domainOf(senders[0]?.value ?? '') === domain
    );
  }
  return false;
}
