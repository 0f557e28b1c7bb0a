/** The counts of tasks in SQL. */
import { TERMS } from '~/domain/tasks/model/counts';

const counted = Object.entries(TERMS).map(
  ([term, statuses]) =>
    `'${term}', count(*) filter (where status in (${statuses.map((status) => `'${status}'`).join(', ')}))`,
);

/** SQL: counts the selected tasks, as an object like `Counts`. */
export const COUNTS = `json_build_object(${counted.join(', ')})`;
