export const webhooksOfRuns = {
  name: '0064-webhooks-of-runs',
  up: `
alter table webhooks drop constraint webhooks_events_check, add constraint webhooks_events_check check (
  events <@ array['task.created', 'task.updated', 'task.completed', 'stop.arrived', 'eta.changed',
      'run.closed', 'run.out', 'run.done']
    and cardinality(events) > 0);
`,
};
