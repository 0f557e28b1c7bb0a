/** The cookie for logging out without a connection. Safe in the browser. */
import { SESSION_DAYS } from '~/domain/kernel/limits';

/** Marks a browser whose user has logged out. */
export const LOGOUT_COOKIE = 'left=1';

const SCOPE = 'Path=/; SameSite=Lax';

/** The page sets it itself, for as long as the longest session. */
export const SET_LOGOUT_COOKIE = `${LOGOUT_COOKIE}; Max-Age=${String(SESSION_DAYS * 24 * 60 * 60)}; ${SCOPE}`;
export const CLEAR_LOGOUT_COOKIE = `${LOGOUT_COOKIE}; Max-Age=0; ${SCOPE}`;

export const LOGOUT_ISSUES = {
  title: 'Logout issues',
  description: "You've been logged out but there were some errors. Please refresh the page.",
  tone: 'destructive' as const,
};
