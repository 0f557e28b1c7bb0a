import type { Actor } from '~/domain/actor';
import { DomainError } from '~/domain/errors';

/** Somebody who has given the right password, and the hash that it was right for. */
export type Arrival = { actor: Actor; passwordHash: string };

export const wrongCredentials = () => new DomainError('unauthenticated', 'Invalid username or password');
