/** What becomes of so many open tasks: `1 open task becomes`, `6 open tasks become`. */
export const tasksOf = (count: number) =>
  count === 1 ? '1 open task becomes' : `${String(count)} open tasks become`;
