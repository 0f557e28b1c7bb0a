/** The search finds tasks by the number of the order in another system. Few tasks have one. */
export const ordersAreFound = {
  name: '0065-orders-are-found',
  up: `
create index tasks_order_key on tasks using gin (search_key(external_ref) gin_trgm_ops)
  where external_ref is not null;
`,
};
