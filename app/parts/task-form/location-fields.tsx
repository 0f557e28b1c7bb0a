/** Where the task is: a name, which may be an account's, and an address, which may be one of that account's. */
import { useEffect, useRef, useState } from 'react';
import { formatAddress, taskTypeFor, type AccountAddress, type AccountName } from '~/domain/accounts/schema';
import type { TaskType } from '~/domain/tasks/task';
import { Field, Input, Select } from '~/ui/field';
import { AccountCombobox } from './account-combobox';
import type { FieldState } from './fields';

type Props = {
  location: FieldState;
  address: FieldState;
  /** The account's type decides the task's. */
  onType: (type: TaskType) => void;
};

const OTHER = '';

export function LocationFields({ location, address, onType }: Props) {
  const [name, setName] = useState(location.initialValue ?? '');
  const [street, setStreet] = useState(address.initialValue ?? '');
  const [known, setKnown] = useState<string[]>([]);
  const lookup = useRef(new AbortController());
  useEffect(() => {
    const controller = lookup;
    return () => {
      controller.current.abort();
    };
  }, []);

  const choose = (account: AccountName) => {
    setName(account.name);
    onType(taskTypeFor(account.accountType));
    lookup.current.abort();
    lookup.current = new AbortController();
    fetchAddresses(account.id, lookup.current.signal).then(
      (addresses) => {
        setKnown(addresses.length > 1 ? addresses : []);
        setStreet(addresses[0] ?? '');
      },
      () => undefined, // no line: the address can be typed
    );
  };

  return (
    <>
      <Field label="Location Name" {...location} required>
        {(control) => (
          <AccountCombobox
            {...control}
            value={name}
            onType={setName}
            onChoose={choose}
            findIntent="findLocation"
            freeText
            data-autofocus={location.initialValue ? undefined : ''}
            maxLength={200}
          />
        )}
      </Field>
      <Field
        label="Address"
        {...address}
        hint={known.length > 0 ? 'This account has several addresses.' : undefined}
      >
        {(control) =>
          known.length > 0 ? (
            <Select
              {...control}
              value={street}
              onChange={(event) => {
                if (event.target.value === OTHER) setKnown([]);
                setStreet(event.target.value);
              }}
            >
              {known.map((each) => (
                <option key={each}>{each}</option>
              ))}
              <option value={OTHER}>Another address …</option>
            </Select>
          ) : (
            <Input
              {...control}
              value={street}
              onChange={(event) => {
                setStreet(event.target.value);
              }}
              maxLength={500}
              autoComplete="off"
            />
          )
        }
      </Field>
    </>
  );
}

/** The default first, as the server sorts them. */
async function fetchAddresses(accountId: number, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(`/api/account-addresses?accountId=${String(accountId)}`, { signal });
  if (!response.ok) throw new Error(`HTTP ${String(response.status)}`);
  return ((await response.json()) as AccountAddress[]).map(formatAddress);
}
