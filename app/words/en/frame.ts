/** What surrounds every page: header, messages, dialogs, failures. */
import { part } from '~/words/words';

export const frame = part('words:frame', () => ({
  skip: 'Skip to content',
  main: 'Main',
  pages: 'Pages',
  login: 'Login',
  account: 'Account',
  callDispatcher: 'Call dispatcher',
  settings: 'Settings',
  notifications: 'Notifications',
  guides: 'User Guides',
  logout: 'Logout',
  updated: 'Updated ',
  refresh: 'Refresh',
  live: 'Live',
  reconnecting: 'Reconnecting',
  offlineSince: 'Offline since ',
  since: 'since ',
  close: 'Close',
  dismiss: 'Dismiss',
  error: 'Error',
  // Failures
  tasksNotRead: 'Failed to fetch tasks',
  wrong: 'Something went wrong',
  applicationError: 'Application Error',
  pageNotShown: 'The page could not be shown. Everything you saved is safe.',
  partNotShown: 'This part of the page could not be shown. Everything you saved is safe.',
  notShown: 'This could not be shown. Everything you saved is safe.',
  noConnection: 'No connection',
  notLoaded:
    'The page could not be loaded. Everything you saved is safe. The page will load when you’re back online.',
  notFound: 'Not found',
  noPage: 'This page doesn’t exist.',
  unavailable: 'The service is temporarily unavailable',
  soon: 'Everything you saved is safe. Please try again in a moment.',
  tryAgain: 'Try Again',
  refreshPage: 'Refresh Page',
  noServer: 'Can’t reach the server. Try again in a moment; nothing will be saved twice.',
  notNow: 'Please try again in a moment.',
  // After the session has ended, and without the role
  sessionEnded: 'Your session has ended',
  signInAgain: 'Sign in again to continue.',
  typedKept: ' What you typed is kept.',
  signIn: 'Sign in',
  denied: 'Access Denied',
  otherRoles: (role: string) => `This area is for users with the role ${role} only.`,
  home: 'Back to home',
}));

/** Loaded after the page. */
export const held = part('words:held', () => ({
  slow: 'Waiting for the server …',
  unreachable: 'No connection',
  unavailable: 'The service is temporarily unavailable',
  error: 'Error',
  unavailableText: 'The service is temporarily unavailable. Please try again in a moment.',
  loadsOnline: ' What you opened will load when you’re back online.',
  loadsLater: ' What you opened will load when it answers again.',
  updatesOnline: ' This page will be updated when you’re back online.',
  updatesLater: ' This page will be updated when it answers again.',
  stay: 'Stay Here',
  notification: 'Notification',
}));

/** Names of pages by their path. In English they are in the table of pages. */
export const pages = part('words:pages', (): Record<string, string> => ({}));
