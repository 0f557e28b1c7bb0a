/** The newest place of an address, and its newest pin, are found without reading all tasks that ever went there. */
export const placesOfTasks = {
  name: '0072-places-of-tasks',
  up: `
create index tasks_address on tasks (address_key(address), id);
create index tasks_pinned on tasks (address_key(address), updated_at) where geo_precision = 'manual';
`,
};
