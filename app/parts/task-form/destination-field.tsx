import { useState } from 'react';
import { Field } from '~/ui/field';
import { AccountCombobox } from './account-combobox';
import type { FieldState } from './fields';

type Props = { destination: FieldState; accountName: string };

/** For a pickup: the account that the part goes to. */
export function DestinationField({ destination, accountName }: Props) {
  const [name, setName] = useState(accountName);
  const [chosen, setChosen] = useState(destination.initialValue ?? '');
  return (
    <>
      <input type="hidden" name={destination.name} value={chosen} />
      <Field
        label="Deliver To (Optional)"
        name="destination_name"
        id={`${destination.id}-name`}
        errors={destination.errors}
        hint={name && !chosen ? 'Choose an account from the list, or leave it empty.' : undefined}
      >
        {(control) => (
          <AccountCombobox
            {...control}
            value={name}
            freeText={false}
            findIntent="findDestination"
            onType={(typed) => {
              setName(typed);
              setChosen('');
            }}
            onChoose={(account) => {
              setName(account.name);
              setChosen(String(account.id));
            }}
          />
        )}
      </Field>
    </>
  );
}
