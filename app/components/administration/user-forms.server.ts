/** The forms of a user's page and of new users. */
import { ROLES, type Role } from '~/domain/kernel/actor';
import { mayAll } from '~/domain/kernel/permissions';
import type { ManagedUser } from '~/domain/network/users/schema';
import { CREATE_USER_NEEDS } from '~/domain/network/users/sign-in-rules';
import type { Driver } from '~/domain/network/users/vehicle.server';
import type { FieldDescription, FormDescription } from '~/forms/described-form';
import { languageField } from './language-field.server';
import type { Language } from '~/words/languages';
import { tasksOf } from './admin-links';
import { ownPassword } from './own-password';

/** A part of a user's page. */
type UserSection = { id: string; title: string; form: FormDescription };

const ownPasswordForAdmin = (hint: string): FieldDescription => ({
  ...ownPassword(hint),
  required: false,
  whenAdmin: true,
});

const MEANING: Record<Role, string> = {
  admin: 'Can do everything, and manages users and dealerships',
  dispatcher: 'Manages tasks, accounts and history',
  driver: 'Drives a route and completes its tasks',
};

const roleBoxes = (checked: readonly string[]): FieldDescription => ({
  kind: 'boxes',
  name: 'roles',
  label: 'Roles',
  checked,
  options: ROLES.map((role) => ({ value: role, label: role, meaning: MEANING[role] })),
});

/** @param checked the home dealership first. @param offered without retired dealerships. */
const dealershipBoxes = (offered: readonly string[], checked: readonly string[] = []): FieldDescription => ({
  kind: 'dealerships',
  name: 'dealerships',
  label: 'Dealerships',
  checked,
  offered: [...new Set([...offered, ...checked])],
});

export const dealershipsForm = (offered: string[], checked: string[]): FormDescription => ({
  intent: 'changeDealerships',
  submit: 'Save',
  fields: [dealershipBoxes(offered, checked)],
});

type Known = {
  user: ManagedUser;
  person: string;
  isSelf: boolean;
  openTasks: number;
  /** The names of dealerships that are not retired. */
  offered: string[];
  /** Null for users who don't drive. */
  driver: Driver | null;
  language: Language | null;
};

/** @returns the forms of a user who is not deactivated, in two columns. */
export function userSections({
  user,
  person,
  isSelf,
  openTasks,
  offered,
  driver,
  language,
}: Known): UserSection[][] {
  const isAdmin = mayAll(user, 'manageUsers');
  const forAdmin = isAdmin ? [ownPassword(`Required because ${person} is an admin`)] : [];
  const withoutRole = openTasks > 0 ? ` Without the driver role, ${tasksOf(openTasks)} unassigned.` : '';
  const profile: UserSection = {
    id: 'profile',
    title: 'Edit User',
    form: {
      intent: 'editProfile',
      submit: 'Save',
      fields: [
        { name: 'name', label: 'Name', required: true, value: user.name },
        { name: 'phone', label: 'Phone', type: 'tel', value: user.phone ?? '' },
        { name: 'email', label: 'Email', inputMode: 'email', value: user.email ?? '' },
      ],
    },
  };
  const spoken: UserSection = {
    id: 'language',
    title: 'Language',
    form: { intent: 'setLanguage', submit: 'Save', fields: [languageField(language)] },
  };
  const roles: UserSection = {
    id: 'roles',
    title: 'Edit User Roles',
    form: {
      intent: 'changeRoles',
      submit: 'Save',
      fields: [
        roleBoxes(user.roles),
        ...(isAdmin ? [] : [ownPasswordForAdmin(`Required to make ${person} an admin`)]),
        {
          kind: 'text',
          name: 'signedOut',
          text: `${isSelf ? 'You' : person} must sign in again when roles change.${withoutRole}`,
        },
      ],
    },
  };
  const dealerships: UserSection = {
    id: 'dealerships',
    title: 'Edit User Dealerships',
    form: dealershipsForm(offered, user.dealerships),
  };
  const vehicle: UserSection[] = driver
    ? [
        {
          id: 'vehicle',
          title: 'Vehicle and Skills',
          form: {
            intent: 'saveVehicle',
            submit: 'Save',
            fields: [
              {
                name: 'vehicle',
                label: 'Vehicle',
                hint: 'For example Van 3',
                maxLength: 100,
                value: driver.vehicle,
              },
              {
                name: 'capacity',
                label: 'Capacity',
                type: 'number',
                min: 0,
                max: 100_000,
                hint: 'How much it holds, in the units that you use for the size of tasks. Empty: enough for everything',
                value: String(driver.capacity ?? ''),
              },
              {
                name: 'skills',
                label: 'Skills',
                hint: 'Separated by commas, for example lift gate, hazmat',
                value: driver.skills.join(', '),
              },
            ],
          },
        },
      ]
    : [];
  const link: UserSection = {
    id: 'link',
    title: 'Sign-in Link',
    form: {
      intent: 'makeSignInLink',
      submit: 'Create Link',
      submitting: 'Creating...',
      variant: 'secondary',
      fields: [
        {
          kind: 'text',
          name: 'about',
          text: `The link works once, within 24 hours. It signs ${person} in and asks for a new password. Anyone with the link can use it. An earlier link stops working.`,
        },
        ...forAdmin,
      ],
    },
  };
  const password: UserSection = {
    id: 'password',
    title: 'Reset Password',
    form: {
      intent: 'resetPassword',
      submit: 'Reset Password',
      submitting: 'Resetting...',
      variant: 'secondary',
      fields: [
        {
          name: 'password',
          label: 'New password',
          hint: '8 characters or more. Leave it empty to create a temporary one, which is shown once and must be replaced at the next sign-in.',
          type: 'password',
          autoComplete: 'new-password',
          placeholder: 'Temporary password',
        },
        ...forAdmin,
        { kind: 'box', name: 'revokeTokens', label: `Revoke the API tokens of ${person}`, checked: true },
        {
          kind: 'text',
          name: 'about',
          text: `${person} will be logged out everywhere and must sign in with the new password.`,
        },
      ],
    },
  };
  return [
    [profile, dealerships, spoken, ...(isSelf ? [] : [password])],
    [roles, ...vehicle, ...(isSelf ? [] : [link])],
  ];
}

export const newUserForm = (offered: string[]): FormDescription => ({
  intent: 'createUser',
  submit: 'Create User',
  submitting: 'Creating...',
  needs: CREATE_USER_NEEDS,
  fields: [
    { name: 'name', label: 'Name', autoCapitalize: 'words', required: true },
    {
      name: 'username',
      label: 'Username',
      hint: 'Used to sign in; can’t be changed later',
      autoCapitalize: 'none',
      required: true,
    },
    {
      name: 'password',
      label: 'Password',
      hint: '8 characters or more',
      type: 'password',
      autoComplete: 'new-password',
      required: true,
    },
    { name: 'phone', label: 'Phone (optional)', type: 'tel' },
    { name: 'email', label: 'Email (optional)', autoCapitalize: 'none' },
    roleBoxes(['driver']),
    ownPasswordForAdmin('Required to make someone an admin'),
    dealershipBoxes(offered),
  ],
});

export const newDriverForm = (offered: string[]): FormDescription => ({
  intent: 'addDriver',
  submit: 'Create Driver',
  submitting: 'Creating...',
  fields: [
    {
      kind: 'text',
      name: 'about',
      text: 'You get a link that signs in the driver’s phone and asks for a password. No one has to read a password over the phone.',
    },
    { name: 'name', label: 'Name', autoCapitalize: 'words', required: true },
    { name: 'phone', label: 'Phone', type: 'tel', hint: 'Enter a phone number or an email address' },
    { name: 'email', label: 'Email', autoCapitalize: 'none' },
    {
      name: 'username',
      label: 'Username (optional)',
      hint: 'Leave empty to create one from the name',
      autoCapitalize: 'none',
    },
    dealershipBoxes(offered),
  ],
});
