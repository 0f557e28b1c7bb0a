/** Rules for pages, which must not load the large schemas. */

const TOO_SHORT_USERNAME = 'Username must be at least 3 characters';
export const CREATE_USER_NEEDS = 'Name, username, and password are required';
const TOO_SHORT_PASSWORD = 'Password must be at least 6 characters';

export const usernameProblem = (value: string) => (value.trim().length < 3 ? TOO_SHORT_USERNAME : null);
export const passwordProblem = (value: string) => (value.length < 6 ? TOO_SHORT_PASSWORD : null);
