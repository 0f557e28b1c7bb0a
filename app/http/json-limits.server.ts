/**
 * Checks a JSON text before it is parsed, and refuses text that its call can't accept. Parsing 64 kB of different names
 * takes as long as answering twenty requests, and describing thousands of faults takes longer.
 */
import * as z from 'zod/v4';
import { type DomainError, fieldRefusal, invalid } from '~/domain/kernel/errors';
import { type Sentence, untranslated } from '~/domain/kernel/sentence';

export type JsonLimits = {
  /** The most levels of nested lists and objects. */
  depth: number;
  /** The most entries of a list. */
  items: number;
  /** The most fields of an object. */
  entries: number;
  /** The known names of fields, at any depth. */
  names: ReadonlySet<string>;
  /** The most unknown names. A refusal reports them. */
  unknown: number;
};

/** A body with slightly too much is left to its schema, which has better messages. */
const MORE_DEPTH = 2;
const MORE_NAMES = 20;
/** The least limit for lists, even if the schema has no list. */
const FEW_ITEMS = 100;

const known = new WeakMap<z.ZodType, JsonLimits>();

/** Limits that are slightly above those of the schema. */
export function limitsOf(schema: z.ZodType): JsonLimits {
  const before = known.get(schema);
  if (before) return before;
  const { depth, items, names } = extentOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const limits = {
    depth: depth + MORE_DEPTH,
    items: Math.max(items, FEW_ITEMS),
    entries: names.size + MORE_NAMES,
    names,
    unknown: MORE_NAMES,
  };
  known.set(schema, limits);
  return limits;
}

type Extent = Pick<JsonLimits, 'depth' | 'items'> & { names: Set<string> };

function extentOf(schema: z.core.JSONSchema.BaseSchema): Extent {
  const { properties = {}, items, anyOf = [], maxItems = 0 } = schema;
  const within = [...Object.values(properties), ...(items === undefined ? [] : [items].flat())];
  const isContainer = schema.type === 'object' || schema.type === 'array';
  const parts = (each: (typeof within)[number]) => (typeof each === 'object' ? [extentOf(each)] : []);
  const [inner, instead] = [within.flatMap(parts), anyOf.flatMap(parts)];
  const all = [...inner, ...instead];
  return {
    depth: Math.max(
      Number(isContainer) + Math.max(0, ...inner.map(({ depth }) => depth)),
      ...instead.map(({ depth }) => depth),
    ),
    items: Math.max(maxItems, ...all.map((part) => part.items)),
    names: new Set([...Object.keys(properties), ...all.flatMap((part) => [...part.names])]),
  };
}

const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,');
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('[]{}');
const LONGEST_NAME = 100;

/** The refusal for the first exceeded limit; null if the text may be parsed, even if it is not JSON. */
export function excessIn(bytes: Buffer, limits: JsonLimits): DomainError | null {
  const open: { isList: boolean; commas: number }[] = [];
  const others = new Set<string>();
  let isNameNext = false;
  /** The top-level field that is being read. */
  let field = 'body';
  const refusal = (sentence: Sentence) => fieldRefusal(field, sentence);

  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at + 1);
      if (isNameNext) {
        const name = bytes.toString('utf8', at + 1, end);
        if (open.length === 1) field = name.slice(0, LONGEST_NAME);
        if (!limits.names.has(name)) others.add(name);
        if (others.size > limits.unknown) return unknownFields([...others].slice(0, limits.unknown));
      }
      isNameNext = false;
      at = end;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      open.push({ isList: byte === OPEN_LIST, commas: 0 });
      if (open.length > limits.depth)
        return refusal(untranslated('bodyTooDeep', 'The body is nested too deeply'));
      isNameNext = byte === OPEN_OBJECT;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      open.pop();
      isNameNext = false;
    } else if (byte === COMMA) {
      const inner = open.at(-1);
      if (!inner) continue;
      inner.commas += 1;
      isNameNext = !inner.isList;
      // The schema refuses a list with one entry too many.
      if (inner.isList && inner.commas > limits.items)
        return refusal(
          untranslated('listTooLong', `A list has at most ${limits.items.toLocaleString('en-US')} entries`),
        );
      if (!inner.isList && inner.commas > limits.entries)
        return refusal(
          untranslated(
            'tooManyFields',
            `An object has at most ${limits.entries.toLocaleString('en-US')} fields`,
          ),
        );
    }
  }
  return null;
}

/**
 * The index of the closing quote. Pictures are long strings without backslashes, and a native search is fast for them.
 */
function endOfString(bytes: Buffer, from: number): number {
  const end = bytes.indexOf('"', from);
  if (end === -1) return bytes.length;
  if (bytes[end - 1] !== BACKSLASH) return end;
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function unknownFields(names: string[]): DomainError {
  const fields = names
    .map((name) => name.slice(0, LONGEST_NAME))
    .map((name): [string, Sentence[]] => [name, [untranslated('unknownField', `Unknown field: ${name}`)]]);
  return invalid(fields[0]?.[1][0] ?? '', Object.fromEntries(fields));
}
