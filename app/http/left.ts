/** Logging out while nobody answers. Safe in the browser. */

/** Set by the page itself, for as long as the longest session. */
export const LEFT = 'left=1; Path=/; Max-Age=2592000; SameSite=Lax';

export const LOGOUT_ISSUES = {
  title: 'Logout issues',
  description: "You've been logged out but there were some errors. Please refresh the page.",
  tone: 'destructive' as const,
};
