/** SQL for the facts of tasks as `t`. */
import { FACT_KEYS } from '~/domain/tasks/model/facts';

/** Columns of a select list. */
export const FACT_COLUMNS = FACT_KEYS.map((key) => `t.${key}`).join(', ');

/** All facts as one JSON value. */
export const FACTS_JSON = `json_build_object(${FACT_KEYS.map((key) => `'${key}', t.${key}`).join(', ')})`;

/** The facts that are filled, as one text. */
export const FACT_TEXT = `concat_ws(', ', ${FACT_KEYS.map((key) => `nullif(t.${key}, '')`).join(', ')})`;
