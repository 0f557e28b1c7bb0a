import { useState } from 'react';
import { NO_ACCOUNT } from '~/domain/tasks/form/problems';
import { Field } from '~/ui/field';
import { AccountCombobox } from './account-combobox';
import type { FieldState } from './fields';

/** For a pickup: the account that the part goes to. */
export function DestinationField({ account, name }: { account: FieldState; name: FieldState }) {
  const [typed, setTyped] = useState(name.initialValue ?? '');
  const [chosen, setChosen] = useState(account.initialValue ?? '');
  return (
    <>
      <input type="hidden" name={account.name} value={chosen} />
      <Field
        label="Deliver To (Optional)"
        {...name}
        errors={name.errors ?? account.errors}
        hint={typed && !chosen && !name.errors ? NO_ACCOUNT : undefined}
      >
        {(control) => (
          <AccountCombobox
            {...control}
            value={typed}
            freeText={false}
            findIntent="findDestination"
            onType={(text) => {
              setTyped(text);
              setChosen('');
            }}
            onChoose={(found) => {
              setTyped(found.name);
              setChosen(String(found.accountId));
            }}
          />
        )}
      </Field>
    </>
  );
}
