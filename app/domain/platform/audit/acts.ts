/** The acts that the audit log records, and how the page describes them. Safe in the browser. */
export const ACT_LABELS = {
  'session.opened': 'Signed in',
  'session.linked': 'Signed in with a link',
  'session.refused': 'Sign-in failed',
  'session.locked': 'Sign-in locked',
  'user.registered': 'User registered',
  'user.reviewed': 'User reviewed',
  'user.created': 'User created',
  'user.deleted': 'User deleted',
  'user.restored': 'User restored',
  'user.password': 'Password reset',
  'user.own-password': 'Password changed',
  'user.link': 'Sign-in link created',
  'user.roles': 'Roles changed',
  'user.dealerships': 'Dealerships changed',
  'user.vehicle': 'Vehicle and skills changed',
  'user.profile': 'Profile changed',
  'dispatcher.phone': 'Dispatcher phone changed',
  'location.saved': 'Location saved',
  'dealership.added': 'Dealership created',
  'dealership.renamed': 'Dealership renamed',
  'dealership.retired': 'Dealership retired',
  'dealership.restored': 'Dealership restored',
  'network.set-up': 'Network set up',
  'network.changed': 'Network changed',
  'token.created': 'API token created',
  'token.revoked': 'API token revoked',
  'customer-messages.changed': 'Messages to customers changed',
  'customer-messages.tested': 'Test message sent',
  'message.resent': 'Message to a customer sent again',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret': 'Webhook secret replaced',
  'webhook.tested': 'Webhook tested',
  'webhook.redelivered': 'Webhook delivery sent again',
  'webhook.off': 'Webhook turned off automatically',
  'intake.created': 'Source of documents created',
  'intake.changed': 'Source of documents changed',
  'intake.tested': 'Source of documents tested',
  'intake.checked': 'Mailbox tried',
  'intake.taught': 'Layout of documents taught',
  'intake.layout': 'Layout of documents changed',
  'intake.forgotten': 'Layout of documents deleted',
  'user.anonymized': 'Personal data removed',
  'notifications.changed': 'Notifications changed',
  'backup.schedule': 'Backup schedule changed',
  'backup.asked': 'Backup requested',
  'job.run': 'Background work started again',
  'retention.changed': 'Retention changed',
  'retention.purged': 'Old data deleted',
  'trail.viewed': 'Trail of a driver viewed',
  'device.added': 'Tracker app added',
  'device.revoked': 'Tracker app removed',
} as const;

/** Acts of people at the sign-in page, not of an admin or the command line. */
const isArrival = (act: Act) => act.startsWith('session.');

export type Act = keyof typeof ACT_LABELS;
export const ACTS = Object.keys(ACT_LABELS) as Act[];

/** Field to [before, after]. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

export const revokedTokens = (count: number): Changes => (count > 0 ? { tokens: [count, 0] } : {});

type Who = { act: Act; actor: { name: string; username: string } | null };

/** The name of the actor. An event without an actor came from the command line, or is a refused sign-in. */
export function actorName({ act, actor }: Who): string {
  if (actor) return actor.name || actor.username;
  if (act === 'retention.purged') return 'Retention';
  return isArrival(act) ? 'Not signed in' : 'Command line';
}

const LABELS: Record<string, string> = {
  voidWhen: 'Void with',
  returnWhen: 'Return with',
  ignoreWhen: 'Ignored with',
  fullname: 'Display name',
  zipCode: 'ZIP',
  at: 'Every day at',
  keep: 'Files to keep',
  'removed.signatures': 'Signatures deleted',
  'removed.photos': 'Photos deleted',
  'removed.links': 'Customer links deleted',
  'removed.events': 'Activity entries deleted',
  'removed.tasks': 'Archived tasks deleted',
  'removed.positions': 'Positions deleted',
};

const labelOf = (field: string) => LABELS[field] ?? field.charAt(0).toUpperCase() + field.slice(1);

/** A sentence for each change: `Roles: driver → dispatcher, driver`. */
export function describe(changes: Changes): string[] {
  return Object.entries(changes).map(([field, [before, after]]) => {
    if (field === 'temporary') return after ? 'A temporary password was created' : 'A password was set';
    if (field === 'tokens') return `API tokens revoked: ${textOf(before)}`;
    if (field === 'openTasks') return `Open tasks now unassigned: ${textOf(before)}`;
    return before === null
      ? `${labelOf(field)}: ${textOf(after)}`
      : `${labelOf(field)}: ${textOf(before)} → ${textOf(after)}`;
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'none';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : 'not set';
}
