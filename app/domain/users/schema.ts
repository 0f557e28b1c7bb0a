/** People, and what they type to sign in. Safe in the browser. */
import * as z from 'zod/v4';
import { LIMITS } from '~/domain/limits';
import { requiredText, text } from '~/domain/schema';
import type { Role } from '~/domain/actor';
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
