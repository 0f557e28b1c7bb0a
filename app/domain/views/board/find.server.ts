/** Finds live and archived tasks by text. */
import { likePattern, rows } from 'db/connection';
import { query } from '~/domain/kernel/command.server';
import { scopeOf, TASK_IN_SCOPE } from '~/domain/kernel/permissions';
import { FACT_COLUMNS } from '~/domain/tasks/store/facts.server';
import { FindTasks, FoundAnswer, type FoundTask } from './find';
import { FIND_FROM } from './board';
import { PIECE, rarePattern, sampleTexts } from './rare-parts.server';
import { searchKey, searchWords } from './search';

const MOST = 20;
const LONGEST = 100;

const COLUMNS = `t.id, t.type, t.status, t.priority, t.location, t.address, ${FACT_COLUMNS},
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
    select t.id from tasks t where t.destination_account_id in (select id from places) and ${TASK_IN_SCOPE} ${LATEST}
  )
  select ${COLUMNS} from tasks t left join users u on u.id = t.driver_id
  where t.id in (select id from by_text union select id from by_person_live
                 union select id from by_person_archived union select id from by_account)
  ${LATEST}`;

/** Returns the values that FIND binds. @param wanted in lowercase @param samples see `rarePattern` */
export function findValues(wanted: string, samples: string[]) {
  const words = searchWords(wanted);
  return {
    key: words.join(''),
    likely: rarePattern(words, samples),
    anywhere: `%${likePattern(wanted)}%`,
    beginning: `${likePattern(wanted)}%`,
    most: MOST + 1,
  };
}

/**
 * Finds tasks whose location, address, invoice or part number contains the text, ignoring its spaces and
 * punctuation, whose account begins with it, or whose driver's name contains it. Live ones come first, then
 * the latest. Null for a text that is too short.
 */
export const findTasks = query(
  {
    summary: 'Finds tasks, open and archived',
    about:
      'By invoice, part, location, address, account, or driver; spaces and punctuation do not count; at most 20.',
    may: 'findTasks',
    scoped: true,
    input: FindTasks,
    answer: FoundAnswer,
  },
  async ({ actor, input: { q } }) => {
    const wanted = q.normalize('NFC').trim().slice(0, LONGEST).toLowerCase();
    if (wanted.length < FIND_FROM) return null;
    if (searchKey(wanted).length < PIECE) return { tasks: [], more: false };
    const found = await rows<FoundTask>(FIND, {
      ...findValues(wanted, await sampleTexts()),
      ...scopeOf(actor, 'findTasks').bind,
    });
    return { tasks: found.slice(0, MOST), more: found.length > MOST };
  },
);
