/** The pages without a sign-in: signing in, registering, sign-in links, and the page for a temporary password. */
import { part } from '~/words/words';

export const signIn = part('words:signIn', () => ({
  title: 'Sign in · Parts Dispatch',
  powered: 'powered by Parts Dispatch',
  checking: 'Checking authentication status...',
  hasAccount: 'Already have an account? ',
  newDriver: 'New driver? ',
  signIn: 'Sign in',
  register: 'Register',
  ended: 'Your session has ended.',
  typedKept: ' What you typed was kept.',
  // The form
  heading: 'Sign in to your account',
  hint: 'Enter your credentials to access your account',
  failed: 'Login failed',
  pending: 'Signing in...',
  username: 'Username',
  usernamePlaceholder: 'username',
  password: 'Password',
  rememberMe: 'Remember me',
  tryDemo: 'Try the demo as',
  demoRoles: { dispatcher: 'Dispatcher', driver: 'Driver', admin: 'Admin' },
  loggedIn: 'Login successful',
  welcomeBack: (person: string) => `Welcome back, ${person}`,
  // Registration
  registerHeading: 'Register as a driver',
  registerHint: 'An admin will assign your dealerships, and a dispatcher your tasks.',
  registerFailed: 'Registration failed',
  registering: 'Registering...',
  fullName: 'Full name',
  email: 'Email (optional)',
  phone: 'Phone (optional)',
  longEnough: '8 characters or more',
  registered: 'Registration successful',
  welcome: (person: string) => `Welcome, ${person}`,
  // A sign-in link
  later: 'Please try again later',
  noLink: 'This link no longer works',
  noLinkText: (network: string) =>
    `It works once, within 24 hours. If you have already chosen a password, sign in with it. Otherwise, ask an admin of ${network} for a new link.`,
  withPassword: 'Sign in with a password',
  signInAs: 'Sign in here as ',
  thenChoose: ', then choose a password. This link works once.',
  language: 'Language',
  revokeTokens: 'Revoke my API tokens',
  signInByLink: 'Sign In',
}));

/** The page that replaces a temporary password. */
export const newPassword = part('words:newPassword', () => ({
  title: 'Choose a password · Parts Dispatch',
  heading: 'Choose a password',
  youAre: 'You signed in as ',
  chooseOne: ' with a temporary password or a link. To continue, choose a password that only you know.',
  newPassword: 'New password',
  length: '8 to 128 characters',
  repeat: 'Repeat the new password',
  save: 'Save and continue',
  saving: 'Saving...',
  logout: 'Logout',
  saved: 'Password updated',
  failed: 'Failed to change the password',
}));
