/** A step that takes no time with any number of rows. It may run twice, after a start that was cut off. */
type Statement = { sql: string };
/** An index that is built while others write. Its columns are what follows `on TABLE` in SQL. */
type Index = { index: string; on: string; columns: string; isUnique?: boolean };
/** Changes the rows of a table that has the number `id`, few at a time. */
type Fill = { fill: string; set: string; where: string };
export type Step = Statement | Index | Fill;

type Change = {
  /** SQL. It runs in one transaction. */
  up: string;
  /** Set if readers or writers of this table have to wait until it is done. The start asks an operator first. */
  rewrites?: { table: string; secondsPer100000: number };
};
/** Instead, for tables with many rows: each step is a transaction of its own. */
type Steps = { steps: Step[] };

/** A change of the schema. Once released, it is never changed. */
export type Migration = { name: string } & (Change | Steps);

const indexOf = ({ index, on, columns, isUnique }: Index, way = '') =>
  `create ${isUnique ? 'unique ' : ''}index ${way} ${index} on ${on} ${columns}`;

/** @returns SQL that makes the schema where there are no rows yet. */
export function sqlOf(migration: Migration): string {
  if ('up' in migration) return migration.up;
  return migration.steps
    .map((step) => {
      if ('sql' in step) return step.sql;
      return 'index' in step ? indexOf(step) : '';
    })
    .join(';\n');
}

/** @returns SQL that builds the index; each statement needs to be sent alone. */
export const building = (step: Index): [removeUnfinished: string, build: string] => [
  `drop index concurrently if exists ${step.index}`,
  indexOf(step, 'concurrently'),
];
