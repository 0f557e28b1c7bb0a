/** People as the API answers them. */
import * as z from 'zod/v4';
import { known, moment } from '~/domain/answers';
import { ROLES } from '~/domain/actor';
import type { CurrentUser, ManagedUser } from './schema';
import type { TokenOfUser } from './tokens.server';

const person = {
  id: known,
  username: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  dealerships: z.array(z.string()).describe('The first is where routes begin'),
  phone: z.string().nullable(),
};

const isNew = z.boolean().describe('Registered by themselves, and no admin has reviewed them yet');

export const PersonAnswer = z.strictObject({ ...person, isNew }).meta({ id: 'Person' });

export const CurrentUserAnswer = z
  .strictObject({ ...person, email: z.string().nullable() })
  .meta({ id: 'CurrentUser' }) satisfies z.ZodType<CurrentUser>;

export const ManagedUserAnswer = z
  .strictObject({
    ...CurrentUserAnswer.shape,
    deactivatedAt: moment.nullable().describe('When the user was deleted'),
    isNew,
  })
  .meta({ id: 'ManagedUser' }) satisfies z.ZodType<ManagedUser>;

export const ResetAnswer = z.strictObject({
  ...ManagedUserAnswer.shape,
  temporaryPassword: z.string().optional().describe('When none was given; said this once'),
});

export const NamesAnswer = z.array(z.string()).readonly();

/** A token that was revoked. */
export const RevokedAnswer = z.strictObject({ id: known, name: z.string() });

export const TokenAnswer = z
  .strictObject({
    id: known,
    name: z.string(),
    user: z.strictObject({ id: known, name: z.string(), username: z.string() }),
    createdAt: moment,
    expiresAt: moment.nullable(),
    expired: z.boolean(),
    lastUsedAt: moment.nullable(),
  })
  .meta({ id: 'ApiToken' }) satisfies z.ZodType<TokenOfUser>;
