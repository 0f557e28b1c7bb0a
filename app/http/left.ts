/** Logging out while nobody answers. Safe in the browser. */

/** The cookie of a browser whose user has left. */
export const LEFT = 'left=1';

const SCOPE = 'Path=/; SameSite=Lax';

/** Set by the page itself, for as long as the longest session. */
export const LEAVE = `${LEFT}; Max-Age=2592000; ${SCOPE}`;
export const COME_BACK = `${LEFT}; Max-Age=0; ${SCOPE}`;

export const LOGOUT_ISSUES = {
  title: 'Logout issues',
  description: "You've been logged out but there were some errors. Please refresh the page.",
  tone: 'destructive' as const,
};
