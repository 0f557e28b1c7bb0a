/**
 * For `memo`: true when each value is the same object, or equal. Rows that have not changed are the same objects, so
 * a long list compares few of them.
 */
export const areSameProps = <Props extends object>(before: Props, after: Props): boolean =>
  (Object.keys(after) as (keyof Props)[]).every(
    (key) => before[key] === after[key] || JSON.stringify(before[key]) === JSON.stringify(after[key]),
  );
