/** The product shows every text that the specification quotes, or a record says why it does not. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { client } from '../support/client';
import { make, pickup } from '../support/factories';
import { QUOTED_TEXTS, type QuotedText } from '../support/quoted-texts';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const decisions = readFileSync('docs/decisions.md', 'utf8');
const ENTITIES: Record<string, string> = { '&#x27;': "'", '&quot;': '"', '&amp;': '&', '&lt;': '<' };

/** The texts of a page that people read, with attributes such as placeholders. */
async function shownOn(path: string, as: Extract<QuotedText, { page: string }>['as']): Promise<string> {
  const reader = as === 'visitor' ? client(network.app.origin) : await network.as(as);
  const { body } = await reader.get<string>(path);
  return body
    .replaceAll(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!-- -->/g, '')
    .replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);
}

beforeAll(async () => {
  await make(await network.as('dispatcher'), pickup({ location: 'Task 1' }));
});

test.each(QUOTED_TEXTS)('$text', async (quoted) => {
  const parts = quoted.text.split('…');
  if ('page' in quoted) {
    const shown = await shownOn(quoted.page, quoted.as);
    for (const part of parts) expect(shown).toContain(part);
  } else if ('seen' in quoted) {
    const expected = readFileSync(quoted.seen, 'utf8').replaceAll("\\'", "'");
    for (const part of parts) expect(expected).toContain(part);
  } else if ('departs' in quoted) {
    expect(decisions).toContain(`\n## ${String(quoted.departs)}. `);
  } else {
    expect(quoted.data).not.toBe('');
  }
});

test('each text stands once in the list', () => {
  const keys = QUOTED_TEXTS.map((quoted) => JSON.stringify(quoted));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
