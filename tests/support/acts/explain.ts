/** Prints what belongs to each finding, because journals and database are gone after the run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActLine, Line } from './journal';
import type { Queries } from './server';

const MOST_FINDINGS = 10;
const MOST_LINES = 80;

/** @returns lines: the finding, the acts on its tasks with all attempts, and the tasks' events. */
export async function explain(findings: string[], journals: string, database: Queries): Promise<string[]> {
  if (findings.length === 0) return [];
  const shown = findings.slice(0, MOST_FINDINGS).map((finding) => ({ finding, taskIds: tasksIn(finding) }));
  const wanted = new Set(shown.flatMap(({ taskIds }) => taskIds));
  const acts = readdirSync(journals).flatMap((file) => actsOn(wanted, shown, join(journals, file), file));
  const explained = await Promise.all(
    shown.map(async ({ finding, taskIds }) => [
      finding,
      ...acts
        .filter(({ name, ids }) => finding.startsWith(`${name} `) || ids.some((id) => taskIds.includes(id)))
        .flatMap(({ lines }) => lines)
        .slice(-MOST_LINES),
      ...(await database.rows(EVENTS, [taskIds])).map((event) => `  event ${JSON.stringify(event)}`),
    ]),
  );
  return explained.flat();
}

const EVENTS = `select e.*, u.username from task_events e left join users u on u.id = e.actor_id
  where task_id = any($1) order by e.id`;

function tasksIn(text: string): number[] {
  const [, list = ''] = /"taskIds":\[([\d,]*)\]/.exec(text) ?? [];
  const named = [...text.matchAll(/\btasks?[ /](\d+)/g)].map(([, id]) => id);
  return [...list.split(','), ...named].map(Number).filter((id) => id > 0);
}

type Found = { name: string; ids: number[]; lines: string[] };

function actsOn(wanted: Set<number>, shown: { finding: string }[], path: string, file: string): Found[] {
  const client = file.replace('.jsonl', '');
  const found = new Map<number, Found>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text === '') continue;
    const line = JSON.parse(text) as Line;
    if ('act' in line) {
      const [name, ids] = [`${client} act ${String(line.act)}`, idsOf(line)];
      if (ids.some((id) => wanted.has(id)) || shown.some(({ finding }) => finding.startsWith(`${name} `)))
        found.set(line.act, { name, ids, lines: [`  ${name} ${text}`] });
    } else {
      const act = 'try' in line ? line.try : 'end' in line ? line.end : 0;
      found.get(act)?.lines.push(`    ${text}`);
    }
  }
  return [...found.values()];
}

const idsOf = ({ path, body }: ActLine) => [
  ...((body.taskIds as number[] | undefined) ?? []),
  Number(/\/tasks\/(\d+)/.exec(path)?.[1] ?? 0),
];
