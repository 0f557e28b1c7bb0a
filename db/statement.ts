/** Translates statements from our form, with `$name` for a value, into PostgreSQL's, with `$1`. */
import { createHash } from 'node:crypto';
import { BoundedMap } from '~/lib/bounded-map';

/** Values by name. */
export type Bind = Readonly<Record<string, unknown>>;

/**
 * A statement that PostgreSQL plans once for each connection. Its name is made from its text, so equal names
 * mean equal texts.
 */
export type Prepared = { readonly prepared: string };

/** A statement. Those that are sent often are `prepared()`, the others are plain text. */
export type Sql = string | Prepared;

/**
 * For statements that are sent with most requests, where planning takes longer than running. Not for a search
 * whose best plan depends on the searched value: after some executions PostgreSQL may keep one plan for all
 * values.
 */
export const prepared = (sql: string): Prepared => ({ prepared: sql });

type Numbered = { text: string; names: string[]; hash: string };
const MOST_KNOWN = 1_000;
const known = new BoundedMap<string, Numbered>(MOST_KNOWN);

function numbered(sql: string): Numbered {
  const before = known.get(sql);
  if (before) return before;
  const names: string[] = [];
  const text = sql.replace(/\B\$([a-zA-Z_]\w*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${String(names.indexOf(name) + 1)}`;
  });
  const made = { text, names, hash: createHash('sha256').update(text).digest('hex').slice(0, 24) };
  known.set(sql, made);
  return made;
}

/** The query that pg sends; a statement with a name is prepared. */
export type Bound = { text: string; values: unknown[]; name: string | undefined };

export function bound(statement: Sql, bind: Bind = {}): Bound {
  const isPrepared = typeof statement !== 'string';
  const { text, names, hash } = numbered(isPrepared ? statement.prepared : statement);
  const values = names.map((each) => {
    const value = bind[each];
    if (value === undefined) throw new Error(`A statement has no value for $${each}`);
    // PostgreSQL can't store zero bytes in texts.
    return typeof value === 'string' ? value.replaceAll('\0', '\\0') : value;
  });
  return { text, values, name: isPrepared ? `pd_${hash}` : undefined };
}
