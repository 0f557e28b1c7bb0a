/** Addresses of the inbox. The list keeps its filter while a document is open. */
export const INBOX = '/dispatcher/inbox';

export const documentPath = (id: number, search = '') => `${INBOX}/${String(id)}${search}`;
export const teachPath = (id: number, search = '') => `${INBOX}/${String(id)}/teach${search}`;

export const STATES = [
  ['waiting', 'Waiting'],
  ['made', 'Created'],
  ['ignored', 'Ignored'],
  ['new', 'Processing'],
] as const;
type State = (typeof STATES)[number][0];

/** Returns the filter of an address. */
export const stateIn = (search: URLSearchParams): State =>
  STATES.find(([state]) => state === search.get('state'))?.[0] ?? 'waiting';
