/** People as the API answers them. */
import * as z from 'zod/v4';
import { known, moment } from '~/domain/kernel/answers';
import { ROLES } from '~/domain/kernel/actor';

const person = {
  id: known,
  username: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  dealerships: z.array(z.string()).describe('The driver’s routes start at the first one'),
  phone: z.string().nullable(),
};

const isNew = z.boolean().describe('Self-registered and not yet reviewed by an admin');

export const PersonAnswer = z.strictObject({ ...person, isNew }).meta({ id: 'Person' });
export type Person = z.output<typeof PersonAnswer>;

export const CurrentUserAnswer = z
  .strictObject({ ...person, email: z.string().nullable() })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.output<typeof CurrentUserAnswer>;

export const ManagedUserAnswer = z
  .strictObject({
    ...CurrentUserAnswer.shape,
    deactivatedAt: moment.nullable().describe('When the user was deleted'),
    isNew,
  })
  .meta({ id: 'ManagedUser' });
export type ManagedUser = z.output<typeof ManagedUserAnswer>;

export const ResetAnswer = z.strictObject({
  ...ManagedUserAnswer.shape,
  temporaryPassword: z.string().optional().describe('Only if no password was sent; returned only once'),
});

export const SignInLinkAnswer = z.strictObject({
  ...ManagedUserAnswer.shape,
  expiresAt: moment.describe('When the link expires'),
  signInLink: z.string().optional().describe('The path to open in a browser; returned only in this response'),
});
export type SignInLink = z.output<typeof SignInLinkAnswer>;

export const PersonNameAnswer = z.strictObject({ name: z.string(), username: z.string() });

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
  .meta({ id: 'ApiToken' });
export type TokenOfUser = z.output<typeof TokenAnswer>;

export const OwnTokenAnswer = TokenAnswer.omit({ user: true });
export type Token = z.output<typeof OwnTokenAnswer>;

export const NewTokenAnswer = OwnTokenAnswer.extend({ token: z.string().optional() });
