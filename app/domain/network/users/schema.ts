/** The inputs of calls and forms about users, and people as the API answers them. */
import * as z from 'zod/v4';
import { LIMITS } from '~/domain/kernel/limits';
import { id, known, moment, requiredName, text } from '~/domain/kernel/schema';
import { ROLES } from '~/domain/kernel/actor';
import { isDay } from '~/domain/kernel/time';
import { isTimeZone } from '~/process/time-zone';
import { BOARD_VIEWS, BUSINESS_ZONE, DEVICE_ZONE, TEXT_SIZES, THEMES } from './preferences';
import { CREATE_USER_NEEDS, passwordProblem, usernameProblem } from './sign-in-rules';
import { message } from '~/domain/kernel/sentence';

/** Finds usernames that can be read as another one. */

// Lowercase letters of other scripts that look like Latin ones: Cyrillic, Greek, Armenian.
const LOOK_LATIN = /^[абеѕіјкмнорсутухһԁԛԝѵӏґвгпԍαβγηικνορτυχωϲյոսցզքհօ]*$/u;
const OTHER = /[\p{scx=Cyrl}\p{scx=Grek}\p{scx=Armn}\p{scx=Copt}\p{scx=Cher}\p{scx=Lisu}]/u;
const LATIN = /\p{sc=Latn}/u;
// Letters of phonetic alphabets, and digits of other scripts than 0 to 9.
const ODD = /[\u0131\u0237\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff\uab30-\uab6f]|(?![0-9])\p{N}/u;

/**
 * Returns true for `аdmin` with a Cyrillic а. Each word must have one alphabet, and must not look like a word
 * in Latin letters.
 */
export const looksLikeOthers = (username: string): boolean =>
  username
    .toLowerCase()
    .split(/[._@-]/)
    .some((word) => {
      const letters = word.replace(/\p{N}/gu, '');
      if (ODD.test(word)) return true;
      return OTHER.test(letters) && (LATIN.test(letters) || LOOK_LATIN.test(letters));
    });

const username = text(64, 'Username').pipe(
  z.string().refine((value) => !usernameProblem(value), message('usernameTooShort')),
);

export const SignIn = z.strictObject({
  // A missing field gets the same message as one that is too short.
  username: username.prefault(''),
  password: z
    .string(message('passwordTooShortToSignIn'))
    .refine((value) => !passwordProblem(value), message('passwordTooShortToSignIn'))
    .max(128, message('tooLong', { label: 'Password', most: 128 })),
  rememberMe: z.boolean().optional(),
});
export type SignIn = z.output<typeof SignIn>;

/** With this format, forms treat an empty field as no password. */
const PASSWORD = { format: 'password' };

const newPassword = z
  .string(message('passwordTooShort'))
  .min(8, message('passwordTooShort'))
  .max(128, message('tooLong', { label: 'Password', most: 128 }))
  .meta(PASSWORD);

/** In normal form KC, so that the name looks like the text that it is compared by. */
const newUsername = text(64, 'Username')
  .transform((value) => value.normalize('NFKC'))
  .pipe(
    z
      .string()
      .refine((value) => !usernameProblem(value), message('usernameTooShort'))
      .refine((value) => value.length <= 64, message('tooLong', { label: 'Username', most: 64 }))
      .refine((value) => /^(?:(?!\p{DI})[\p{L}\p{N}._@-])+$/u.test(value), message('usernameCharacters'))
      .refine((value) => !looksLikeOthers(value), message('usernameLooksLikeOthers')),
  );

const fullName = requiredName(LIMITS.name, 'Name').prefault('');
const email = text(254, 'Email').refine(
  (value) => value === '' || /^[^@\s]+@[^@\s]+$/.test(value),
  message('emailForm'),
);
export const phone = text(32, 'Phone number').refine(
  (value) => value === '' || value.length >= 10,
  message('tooShort', { label: 'Phone number', least: 10 }),
);

/** Roles and dealerships in the body are ignored: everybody registers as a driver. */
export const Register = z.strictObject({
  username: newUsername.prefault(''),
  password: newPassword,
  name: fullName,
  email: email.optional(),
  phone: phone.optional(),
  roles: z.unknown().optional(),
  dealerships: z.unknown().optional(),
});
export type Register = z.output<typeof Register>;

/** Any subset; null and the empty text both mean none. */
export const UpdateProfile = z.strictObject({
  name: requiredName(LIMITS.name, 'Name').optional(),
  email: email.nullable().optional(),
  phone: phone.nullable().optional(),
});

const repeatPassword = z.string(message('repeatPassword')).meta(PASSWORD);
const isRepeated = (typed: { newPassword: string; repeatPassword: string }) =>
  typed.newPassword === typed.repeatPassword;
const NOT_REPEATED = { path: ['repeatPassword'], message: message('passwordsDiffer') };

/** Replaces a temporary password. */
export const ReplacePassword = z
  .strictObject({ newPassword, repeatPassword })
  .refine(isRepeated, NOT_REPEATED);

const revokeTokens = z.boolean('revokeTokens must be true or false').default(true);

export const ChangePassword = z
  .strictObject({
    currentPassword: z
      .string(message('currentPasswordRequired'))
      .max(128, message('currentPasswordWrong'))
      .meta(PASSWORD),
    newPassword,
    repeatPassword,
    revokeTokens,
  })
  .refine(isRepeated, NOT_REPEATED);

/** The actor's own password, for actions that need more than a browser that was left open. */
const ownPassword = z
  .string(message('ownPasswordRequired'))
  .max(128, message('ownPasswordWrong'))
  .meta(PASSWORD)
  .optional();

/** Path ids. */
export const atUser = { userId: id };
export const atToken = { tokenId: id };

const expiresInDays = z.coerce
  .number(message('chooseExpiry'))
  .int(message('chooseExpiry'))
  .min(1, message('chooseExpiry'))
  .max(3_650, message('tokenTooLong'))
  .optional();

/** For the command line, where nobody has signed in. */
export const NameToken = z.strictObject({ name: requiredName(LIMITS.name, 'Name'), expiresInDays });

export const CreateToken = z
  .strictObject({
    name: requiredName(LIMITS.name, 'Name'),
    expiresInDays,
    expiresOn: z
      .string(message('chooseDay'))
      .refine(isDay, message('chooseDay'))
      .meta({ format: 'date' })
      .optional(),
    ownPassword,
  })
  .refine(({ expiresInDays, expiresOn }) => expiresInDays === undefined || expiresOn === undefined, {
    path: ['expiresOn'],
    message: message('choosePeriodOrDay'),
  });

export const SavePreferences = z.strictObject({
  theme: z.enum(THEMES, message('chooseTheme')),
  textSize: z.enum(TEXT_SIZES, message('chooseTextSize')),
  timeZone: z
    .string(message('chooseTimeZone'))
    .max(64, message('chooseTimeZone'))
    .refine(
      (zone) => [DEVICE_ZONE, BUSINESS_ZONE].includes(zone) || isTimeZone(zone),
      message('chooseTimeZone'),
    ),
});

export const ChooseBoardView = z.strictObject({
  boardView: z.enum(BOARD_VIEWS, 'Choose Counts or Timeline'),
});

export const PreferencesAnswer = SavePreferences.extend(ChooseBoardView.shape);

const given = z
  .string(CREATE_USER_NEEDS)
  .refine((value) => value.trim() !== '', { message: CREATE_USER_NEEDS, abort: true });

/** At least one, each once. */
const roles = z
  .array(z.enum(ROLES, `Roles are ${new Intl.ListFormat('en-GB').format(ROLES)}`), 'Roles must be a list')
  .min(1, 'User must have at least one role')
  .transform((chosen) => ROLES.filter((role) => chosen.includes(role)));

/** Each counts once. The user's routes begin at the first. The command checks whether they exist. */
const dealerships = z
  .array(text(100, 'Dealership'), 'Dealerships must be a list')
  .max(100, 'A user has at most 100 dealerships')
  .transform((chosen) => [...new Set(chosen)]);

export const CreateUser = z.strictObject({
  name: given.pipe(requiredName(LIMITS.name, 'Name')),
  username: given.pipe(newUsername),
  password: given.pipe(newPassword),
  email: email.optional(),
  phone: phone.optional(),
  roles: roles.default(['driver']),
  dealerships: dealerships.default([]),
  ownPassword,
});

/**
 * The link has to be sent somewhere, so a phone number or an email address is required. Without a username,
 * one is made from the name.
 */
export const AddDriver = z
  .strictObject({
    name: fullName,
    phone: phone.optional(),
    email: email.optional(),
    // With this format, forms treat an empty field as no username.
    username: newUsername.optional().meta({ format: 'username' }),
    dealerships: dealerships.default([]),
  })
  .refine(({ phone: number, email: address }) => Boolean(number) || Boolean(address), {
    path: ['phone'],
    message: 'A phone number or an email address is required',
  });

export const MakeSignInLink = z.strictObject({ ownPassword });

/** Puts the home dealership first in the list; forms have it as a field of its own. */
export function homeFirst({ home, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const chosen = [fields.dealerships ?? []].flat();
  return { ...fields, dealerships: chosen.sort((a, b) => Number(b === home) - Number(a === home)) };
}

export const ChangeRoles = z.strictObject({ roles, ownPassword });
export const ChangeDealerships = z.strictObject({ dealerships });
/** Without a password, a temporary one is made. */
export const ResetPassword = z.strictObject({
  password: newPassword.optional(),
  ownPassword,
  revokeTokens,
});
/** Takes another username, in case somebody else has the old one. */
export const RestoreUser = z.strictObject({ username: newUsername.optional(), ownPassword });

export const AnonymizeUser = z.strictObject({ ownPassword });

export const ListManagedUsers = z.strictObject({
  search: z.string().max(200).optional(),
  deactivated: z.enum(['true', 'false'], 'deactivated must be true or false').optional(),
});

export const ListUsers = z.strictObject({
  role: z
    .enum(ROLES, `role must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(ROLES)}`)
    .optional(),
});

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

export const SignInLinkAnswer = z
  .strictObject({
    ...ManagedUserAnswer.shape,
    expiresAt: moment.describe('When the link expires'),
    signInLink: z
      .string()
      .optional()
      .describe('The path to open in a browser; returned only in this response'),
  })
  .meta({ id: 'SignInLink' });
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
