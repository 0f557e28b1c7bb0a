export const webhooksOfDeletions = {
  name: '0075-webhooks-of-deletions',
  up: `
alter table webhooks drop constraint webhooks_events_check, add constraint webhooks_events_check check (
  events <@ array['task.created', 'task.updated', 'task.completed', 'task.deleted', 'stop.arrived', 'eta.changed',
      'run.closed', 'run.out', 'run.done', 'order.held']
    and cardinality(events) > 0);
`,
};
