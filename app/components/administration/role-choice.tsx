import { ROLES, type Role } from '~/domain/actor';
import { Checkbox, Errors, HasBox } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import * as css from './choice.css';

const MEANING: Record<Role, string> = {
  admin: 'Everything, and manages users and dealerships',
  dispatcher: 'Plans tasks, accounts and history',
  driver: 'Has a route of tasks',
};

export function RoleChoice({
  checked,
  errors,
}: {
  checked: readonly string[];
  errors?: string[] | undefined;
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
