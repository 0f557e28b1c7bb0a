/** Values that match a JSON Schema, and values that do not. */
import fc from 'fast-check';
import type { Document, JsonSchema } from '~/http/openapi/document';
import { kindOf, wanted } from './known';

export type Samples = { image: string };

export function valuesOf(document: Document, samples: Samples) {
  const valueOf = (schema: JsonSchema, name: string): fc.Arbitrary<unknown> => {
    if (isId(schema)) return idFor(name);
    if (schema.$ref !== undefined)
      return valueOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each, name)));
    switch (schema.type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 100_000 });
      case 'number':
        return fc.double({ min: schema.minimum ?? -200, max: schema.maximum ?? 200, noNaN: true });
      case 'string':
        return textOf(schema, name);
      case 'array':
        return fc.array(valueOf(schema.items ?? {}, name), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(4, schema.maxItems ?? 4),
        });
      case 'object':
        return objectOf(schema);
      case undefined:
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  };

  const objectOf = ({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<object> => {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [key, valueOf(schema, key)]),
    );
    const all = fc.record(fields);
    const optional = Object.keys(fields).filter((key) => !required.includes(key));
    // Few optional fields are set at a time, because with all of them one is nearly always refused.
    return fc
      .tuple(all, fc.subarray(optional, { maxLength: Math.min(3, optional.length) }))
      .map(([values, chosen]) =>
        Object.fromEntries(
          Object.entries(values).filter(([key]) => required.includes(key) || chosen.includes(key)),
        ),
      );
  };

  const textOf = (schema: JsonSchema, name: string): fc.Arbitrary<string> => {
    if (schema.format === 'date-time')
      return fc
        .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString());
    if (schema.format === 'uuid') return fc.uuid();
    if (schema.format === 'date') return fc.constantFrom('2026-03-09', '2026-11-01', '2024-02-29');
    if (schema.pattern?.startsWith('^data:')) return fc.constant(samples.image);
    if (schema.pattern !== undefined)
      return fc.stringMatching(new RegExp(schema.pattern)).map((text) => text.slice(0, 100));
    const typical = TYPICAL[name];
    const any = fc.string({
      unit: 'grapheme',
      minLength: schema.minLength ?? 0,
      maxLength: Math.min(schema.maxLength ?? 40, 40),
    });
    return typical ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...typical) }, any) : any;
  };

  return { valueOf, objectOf };
}

/** Usual values of some fields, so that requests get past the first check. */
const TYPICAL: Record<string, string[]> = {
  from: ['2026-03-01', '2025-12-31'],
  to: ['2026-03-09', '2026-11-30'],
  driver: ['0', '1'],
  status: ['pending', 'going,completed'],
  driver_id: ['null'],
  username: ['visitor', 'newcomer-1', 'newcomer-2'],
  password: ['dispatch-demo', 'another-long-one'],
  phone: ['816-555-0101', ''],
  email: ['someone@example.com', ''],
  failure_reason: ['closed', 'other: gate locked'],
  latitude: ['39.1'],
  longitude: ['-94.5'],
  q: ['prairie', 'INV-1001'],
  url: ['http://127.0.0.1:9/hook', 'https://example.com/hook'],
  csvData: ['Company Name,Address\nDepot,1 Main St', 'Company Name;Address\r\nDepot;'],
};

/** An id is either a number within the range of ids or the same as text. */
const isId = ({ $ref = '' }: JsonSchema) => /\/(?:Given)?Id$/.test($ref);

const idFor = (name: string): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.nat({ max: 1_000 }).map((n) => wanted(kindOf(name), n)) },
    { weight: 1, arbitrary: fc.constantFrom(999_999_999, '999999999', 2_147_483_647) },
  );

/** Texts that often cause errors in programs. */
export const oddText = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202eevil',
  '\uffff',
  'İ',
  '𝕏'.repeat(300),
  'é'.repeat(70),
  "'; drop table tasks; --",
  '<script>alert(1)</script>',
  '=cmd()',
  '%',
  '_\\%',
  '../../etc/passwd',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9'.repeat(400),
  'null',
  'NaN',
  '1e3',
  '{}',
  '\r\nX: y',
);

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    2_147_483_648,
    2 ** 53,
    1e308,
    -0,
    [],
    {},
    [[]],
    { $ref: '#' },
    'x'.repeat(6_000),
    Array.from({ length: 1_001 }, (_, i) => i + 1),
    JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
    JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}'),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
