/** What admins do that is written down, and how it is called on the page. Safe in the browser. */
export const ACT_LABELS = {
  'session.opened': 'Signed in',
  'session.refused': 'Sign-in failed',
  'session.locked': 'Sign-in locked',
  'user.registered': 'User registered',
  'user.reviewed': 'User reviewed',
  'user.created': 'User created',
  'user.deleted': 'User deleted',
  'user.restored': 'User restored',
  'user.password': 'Password reset',
  'user.roles': 'Roles changed',
  'user.dealerships': 'Dealerships changed',
  'user.profile': 'Profile changed',
  'location.saved': 'Location saved',
  'token.created': 'API token made',
  'token.revoked': 'API token revoked',
  'webhook.created': 'Webhook made',
  'webhook.changed': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret': 'Webhook secret renewed',
  'webhook.tested': 'Webhook tested',
  'webhook.redelivered': 'Webhook delivery repeated',
  'webhook.off': 'Webhook switched off by itself',
} as const;

/** Done by whoever came along, not by an admin or the command line. */
export const isArrival = (act: Act) => act.startsWith('session.');

export type Act = keyof typeof ACT_LABELS;
export const ACTS = Object.keys(ACT_LABELS) as Act[];

/** Field to [before, after]. */
export type Changes = Record<string, [before: unknown, after: unknown]>;
