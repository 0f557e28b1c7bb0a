/** Finds live and archived tasks by text. */
import * as z from 'zod/v4';
import { likePattern, row, rows } from 'db/connection';
import { query } from '~/domain/kernel/command.server';
import { scopeOf, TASK_IN_SCOPE } from '~/domain/kernel/permissions';
import { wheresOf } from '~/domain/customers/where/where.server';
import { readAll } from '~/domain/platform/replica.server';
import { FACT_COLUMNS } from '~/domain/tasks/store/queries.server';
import { moment } from '~/domain/kernel/schema';
import { pick } from '~/domain/kernel/field-table';
import { TaskAnswer } from '~/domain/tasks/model/answers';
import { FACT_KEYS } from '~/domain/tasks/model/facts';
import { FIND_FROM } from './board';
import { searchKey, searchWords } from './search';

const FindTasks = z.strictObject({
  q: z
    .string('q must be the text to search for')
    .max(100, 'q must be at most 100 characters')
    .refine(
      (text) => text.trim().length >= FIND_FROM,
      `q must have at least ${String(FIND_FROM)} characters`,
    ),
});
type FindTasks = z.output<typeof FindTasks>;

const FoundAnswer = z
  .strictObject({
    tasks: z.array(
      z.strictObject({
        ...TaskAnswer.pick({
          id: true,
          type: true,
          status: true,
          priority: true,
          location: true,
          address: true,
          archived: true,
          external_ref: true,
          completed_at: true,
        }).shape,
        ...pick(TaskAnswer.shape, FACT_KEYS),
        driver: z.string().nullable().describe('Driver’s name'),
        since: moment.describe('When it got its current status'),
        where: z.string().describe('Where it is, as `GET /api/tasks/{id}/where` says'),
      }),
    ),
    more: z.boolean().describe('Whether there are more results'),
  })
  .nullable();
export type FoundTasks = NonNullable<z.output<typeof FoundAnswer>>;
export type FoundTask = FoundTasks['tasks'][number];

/**
 * Chooses the parts of a text that are worth looking up in the index of three-letter pieces. For a piece that
 * most tasks have, the index reads a list of most tasks; rare pieces lead to the same tasks with less work.
 */

export const SAMPLE_TEXTS = `
  select histogram_bounds::text::text[] as texts from pg_stats
  where schemaname = current_schema() and tablename = 'tasks' and attname = 'search_key'
    and histogram_bounds is not null`;

/** Returns texts of tasks that PostgreSQL sampled for its plans; none while there are few tasks. */
async function sampleTexts(): Promise<string[]> {
  return (await row<{ texts: string[] }>(SAMPLE_TEXTS))?.texts ?? [];
}

/** All pieces that at most this share of tasks has are looked up, because their lists are short. */
const RARE = 0.02;
/** The length of the pieces in the index. A shorter text would be searched in every task. */
const PIECE = 3;
/** A piece that more than this share of tasks has is never looked up. */
const COMMON = 0.5;

type Piece = { from: number; to: number; share: number };

/**
 * Returns a LIKE pattern that every key with these words matches, with `%` in place of common parts.
 * @param samples keys like those that are searched; without any, nothing is left out.
 */
export function rarePattern(words: string[], samples: string[]): string {
  const wanted = words.join('');
  const hasPairs = /[\ud800-\udfff]/.test(wanted); // characters of two code units must stay together
  const kept = samples.length > 0 && !hasPairs ? placesToKeep(words, samples) : new Set<number>();
  if (kept.size === 0) return `%${likePattern(wanted)}%`;
  let pattern = '%';
  for (let at = 0; at < wanted.length; at += 1) {
    if (kept.has(at)) pattern += likePattern(wanted.charAt(at)) + (kept.has(at + 1) ? '' : '%');
  }
  return pattern;
}

/** Keeps all rare pieces of each word, and its rarest piece unless that is common too. */
function placesToKeep(words: string[], samples: string[]): Set<number> {
  const kept = new Set<number>();
  const wanted = words.join('');
  let start = 0;
  for (const word of words) {
    const pieces = piecesOf(wanted, start, start + word.length, samples).sort((a, b) => a.share - b.share);
    start += word.length;
    for (const [order, { from, to, share }] of pieces.entries()) {
      if (share > (order === 0 ? COMMON : RARE)) break;
      for (let at = from; at < to; at += 1) kept.add(at);
    }
  }
  return kept;
}

/** Returns pieces of three letters. A shorter word is one piece, together with the letters beside it. */
function piecesOf(text: string, start: number, end: number, samples: string[]): Piece[] {
  const count = Math.max(1, end - start - PIECE + 1);
  return Array.from({ length: count }, (_, i) => {
    const [from, to] =
      end - start < PIECE
        ? [Math.max(0, start - 1), Math.min(text.length, end + 1)]
        : [start + i, start + i + PIECE];
    const piece = text.slice(from, to);
    return { from, to, share: samples.filter((sample) => sample.includes(piece)).length / samples.length };
  });
}

const MOST = 20;
const LONGEST = 100;

const COLUMNS = `t.id, t.type, t.status, t.priority, t.location, t.address, ${FACT_COLUMNS}, t.external_ref,
  t.archived, to_json(t.completed_at) #>> '{}' as completed_at, coalesce(nullif(u.name, ''), u.username) as driver,
  to_json(coalesce(t.completed_at, (
    select max(e.occurred_at) from task_events e where e.task_id = t.id and jsonb_exists(e.changes, 'status')
  ), t.created_at)) #>> '{}' as since`;

// Each branch reads its own index and stops early; live tasks come first, then the latest.
const LATEST = 'order by t.archived, t.completed_at desc nulls first, t.id desc limit $most';
export const FIND = `
  with by_text as materialized (
    select t.id from tasks t
    where t.search_key like $likely and strpos(t.search_key, $key) > 0 and ${TASK_IN_SCOPE} ${LATEST}
  ), by_order as materialized (
    select t.id from tasks t
    where t.external_ref is not null and search_key(t.external_ref) like $order and ${TASK_IN_SCOPE} ${LATEST}
  ), people as materialized (
    select id from users where lower(name) like $anywhere or lower(username) like $beginning
  ), places as materialized (
    select id from accounts where lower(name) like $beginning limit 100
  ), by_person_live as materialized (
    select t.id from tasks t where not t.archived and t.driver_id in (select id from people) and ${TASK_IN_SCOPE} ${LATEST}
  ), by_person_archived as materialized (
    select t.id from people p cross join lateral (
      select t.id, t.completed_at from tasks t where t.archived and t.driver_id = p.id and ${TASK_IN_SCOPE}
      order by t.completed_at desc limit $most) t order by t.completed_at desc limit $most
  ), by_account as materialized (
    select t.id from places p cross join lateral (
      select t.id, t.archived, t.completed_at from tasks t where t.account_id = p.id and ${TASK_IN_SCOPE} ${LATEST}) t ${LATEST}
  )
  select ${COLUMNS} from tasks t left join users u on u.id = t.driver_id
  where t.id in (select id from by_text union select id from by_order union select id from by_person_live
                 union select id from by_person_archived union select id from by_account)
  ${LATEST}`;

/** Returns the values that FIND binds. @param wanted in lowercase @param samples see `rarePattern` */
export function findValues(wanted: string, samples: string[]) {
  const words = searchWords(wanted);
  return {
    key: words.join(''),
    likely: rarePattern(words, samples),
    order: `%${likePattern(words.join(''))}%`,
    anywhere: `%${likePattern(wanted)}%`,
    beginning: `${likePattern(wanted)}%`,
    most: MOST + 1,
  };
}

/**
 * Finds tasks whose location, address, invoice, part or order number contains the text, ignoring its spaces and
 * punctuation, whose account begins with it, or whose driver's name contains it. Live ones come first, then
 * the latest. Null for a text that is too short.
 */
export const findTasks = query(
  {
    summary: 'Finds tasks, open and archived',
    about:
      'By invoice, part, order number of another system, location, address, account, or driver; spaces and punctuation do not count; at most 20.',
    may: 'findTasks',
    scoped: true,
    input: FindTasks,
    answer: FoundAnswer,
  },
  async ({ actor, input: { q } }) => {
    const wanted = q.normalize('NFC').trim().slice(0, LONGEST).toLowerCase();
    if (wanted.length < FIND_FROM) return null;
    if (searchKey(wanted).length < PIECE) return { tasks: [], more: false };
    const scope = scopeOf(actor, 'findTasks').bind;
    // It finds open tasks too, which must not have a former state.
    return readAll(async () => {
      const values = { ...findValues(wanted, await sampleTexts()), ...scope };
      const found = await rows<Omit<FoundTask, 'where'>>(FIND, values);
      const wheres = await wheresOf(found.slice(0, MOST).map(({ id }) => id));
      const tasks = found
        .slice(0, MOST)
        .map((task) => ({ ...task, where: wheres.get(task.id)?.sentence ?? '' }));
      return { tasks, more: found.length > MOST };
    });
  },
);
