/** People, and what they type to sign in. Safe in the browser. */
import * as z from 'zod/v4';
import { LIMITS } from '~/domain/limits';
import { requiredText, text } from '~/domain/schema';
import type { Role } from '~/domain/actor';
import { isTimeZone } from '~/domain/time';
import { BUSINESS_ZONE, DEVICE_ZONE, TEXT_SIZES, THEMES } from './preferences';
import { passwordProblem, TOO_SHORT_PASSWORD, TOO_SHORT_USERNAME, usernameProblem } from './sign-in-rules';

export const DEALERSHIPS = ['Buick', 'Chevrolet', 'Ford', 'Hyundai CDJR', 'Jeep'] as const;

/** The signed-in user as the API answers it. */
export type CurrentUser = {
  id: number;
  username: string;
  name: string;
  roles: Role[];
  dealerships: string[];
  email: string | null;
  phone: string | null;
};

// Nothing at all is too short as well.
const username = text(64, 'Username')
  .pipe(z.string().refine((value) => !usernameProblem(value), TOO_SHORT_USERNAME))
  .prefault('');

export const SignIn = z.strictObject({
  username,
  password: z
    .string(TOO_SHORT_PASSWORD)
    .refine((value) => !passwordProblem(value), TOO_SHORT_PASSWORD)
    .max(128, 'Password must be at most 128 characters'),
  rememberMe: z.boolean().optional(),
});
export type SignIn = z.output<typeof SignIn>;

export const newPassword = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(128, 'Password must be at most 128 characters');

const fullName = requiredText(LIMITS.name, 'Name').prefault('');
const email = text(254, 'Email').refine(
  (value) => value === '' || /^[^@\s]+@[^@\s]+$/.test(value),
  'Email must look like name@example.com',
);
const phone = text(32, 'Phone number').refine(
  (value) => value === '' || value.length >= 10,
  'Phone number must be at least 10 characters long',
);

/** Whatever else the body says about roles or dealerships is taken and ignored: everybody registers as a driver. */
export const Register = z.strictObject({
  username: username.refine(
    (value) => /^[\p{L}\p{N}._@-]+$/u.test(value),
    'Username may have letters, digits and . _ @ - only',
  ),
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
  name: requiredText(LIMITS.name, 'Name').optional(),
  email: email.nullable().optional(),
  phone: phone.nullable().optional(),
});
export type UpdateProfile = z.output<typeof UpdateProfile>;

/** The same as a form: what is left empty is meant to be. */
export const ProfileForm = z.strictObject({
  name: fullName,
  email: email.prefault(''),
  phone: phone.prefault(''),
});

export const ChangePassword = z
  .strictObject({
    currentPassword: z
      .string('Your current password is required')
      .max(128, 'The current password is not right'),
    newPassword,
    repeatPassword: z.string('Repeat the new password'),
  })
  .refine(({ newPassword, repeatPassword }) => newPassword === repeatPassword, {
    path: ['repeatPassword'],
    message: 'The passwords do not match',
  });
export type ChangePassword = Pick<z.output<typeof ChangePassword>, 'currentPassword' | 'newPassword'>;

export const CreateToken = z.strictObject({
  name: requiredText(LIMITS.name, 'Name').prefault(''),
  expiresInDays: z.coerce
    .number('Choose when the token ends')
    .int('Choose when the token ends')
    .min(1, 'Choose when the token ends')
    .max(3_650, 'A token lives for 10 years at most')
    .optional(),
});
export type CreateToken = z.output<typeof CreateToken>;

export const SavePreferences = z.strictObject({
  theme: z.enum(THEMES, 'Choose a theme'),
  textSize: z.enum(TEXT_SIZES, 'Choose a text size'),
  timeZone: z
    .string('Choose a time zone')
    .max(64, 'Choose a time zone')
    .refine((zone) => [DEVICE_ZONE, BUSINESS_ZONE].includes(zone) || isTimeZone(zone), 'Choose a time zone'),
});
