import type { SubmissionResult } from '@conform-to/react';
import { ROLES, type Role } from '~/domain/kernel/actor';
import { typedList, typedText } from '~/forms/typed';
import { Checkbox, Errors, HasBox, InputField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import * as css from './choice.css';
import { onlyForAdmins } from './choice.css';

type Props = {
  errors: string[] | null | undefined;
  /** Shown only while the role admin is checked in the same form. */
  whenAdmin?: boolean;
  hint?: string;
  required?: boolean;
};

/** Asks for the admin's own password, which a stranger at an unlocked computer does not know. */
export function OwnPassword({ errors, whenAdmin = false, hint, required }: Props) {
  return (
    <div className={whenAdmin ? onlyForAdmins : undefined}>
      <InputField
        label="Your own password"
        name="ownPassword"
        id="own-password"
        hint={hint}
        errors={errors}
        required={required}
        type="password"
        autoComplete="current-password"
      />
    </div>
  );
}

const MEANING: Record<Role, string> = {
  admin: 'Can do everything, and manages users and dealerships',
  dispatcher: 'Manages tasks, accounts and history',
  driver: 'Drives a route and completes its tasks',
};

export function RoleChoice({
  checked,
  errors,
}: {
  checked: readonly string[];
  errors?: string[] | null | undefined;
}) {
  return (
    <fieldset aria-describedby={errors ? 'roles-error' : undefined}>
      <legend className={css.legend}>Roles</legend>
      <HasBox name="roles" />
      <Stack gap={0}>
        {ROLES.map((role) => (
          <Inline key={role}>
            <Checkbox
              name="roles"
              value={role}
              defaultChecked={checked.includes(role)}
              label={
                <span>
                  {role} <span className={css.meaning}>{MEANING[role]}</span>
                </span>
              }
            />
          </Inline>
        ))}
      </Stack>
      <Errors id="roles-error" errors={errors} />
    </fieldset>
  );
}

type ChoiceProps = {
  /** Contains a retired dealership only if the user already has it. */
  offered: readonly string[];
  /** The first one is the home dealership. */
  stored?: readonly string[];
  sent: SubmissionResult | undefined;
};

/** Chooses dealerships and the home dealership. Routes start at the home dealership, and new tasks use it. */
export function DealershipChoice({ offered, stored = [], sent }: ChoiceProps) {
  const checked = typedList(sent, 'dealerships', stored);
  const home = typedText(sent, 'home', stored[0]);
  return (
    <fieldset>
      <legend className={css.legend}>Dealerships</legend>
      <HasBox name="dealerships" />
      <Table columns={['Belongs to', 'Start location']} className={css.dealerships}>
        {offered.map((name) => (
          <tr key={name}>
            <td>
              <label className={css.choice}>
                <input
                  type="checkbox"
                  name="dealerships"
                  value={name}
                  defaultChecked={checked.includes(name)}
                />
                {name}
              </label>
            </td>
            <td>
              <label className={css.choice}>
                <input
                  type="radio"
                  name="home"
                  value={name}
                  defaultChecked={name === home}
                  aria-label={`Start at ${name}`}
                />
              </label>
            </td>
          </tr>
        ))}
      </Table>
      <Errors errors={sent?.error?.dealerships} />
    </fieldset>
  );
}
