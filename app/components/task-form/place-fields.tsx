/** The fields of a place: a name, which may be an account's, and an address, which may be one of that account's. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { SuggestedPlace } from '~/domain/network/accounts/schema';
import type { AccountType } from '~/domain/network/accounts/fields';
import { isSameName } from '~/domain/network/accounts/address';
import { Field, Input, Select } from '~/ui/field';
import { NO_ACCOUNT } from '~/domain/tasks/model/problems';
import { AccountCombobox } from './account-combobox';
import type { FieldFacts } from '~/domain/kernel/field-table';
import type { FieldState } from '~/forms/text-field';
import * as css from './task-form.css';

type Props = {
  name: FieldState;
  street: FieldState;
  /** The id of the account that was chosen; empty when the name and the address decide. */
  account: FieldState;
  /** Label and maximum length of both fields. */
  is: { name: FieldFacts; street: FieldFacts };
  findIntent: string;
  required?: boolean;
  /** This field gets the focus when the dialog opens. */
  isFirst?: boolean;
  /** The addresses of the account with the place's name. The default address comes first. */
  known: string[];
  /** Says how exactly the stored address was located, unless it was found exactly. */
  placeNote?: string | undefined;
  onAccountType?: (accountType: AccountType) => void;
  onStreet?: (street: string) => void;
  /** Shown beside the label of the address. */
  afterStreet?: ReactNode;
};

const OTHER = '';

export function PlaceFields(props: Props) {
  const [name, setName] = useState(props.name.initialValue ?? '');
  const [street, setStreet] = useStreet(props.street.initialValue ?? '', props.onStreet);
  const [known, setKnown] = useState(props.known);
  const [account, setAccount] = useState(props.account.initialValue ?? '');
  const hydrated = useHydrated();
  /** The address that was filled in because of the place's name. */
  const given = useRef({ name, street: props.known.includes(street) ? street : '' });
  const rename = (typed: string) => {
    setName(typed);
    if (isSameName(typed, given.current.name)) return;
    setKnown([]); // the place is no longer that account
    if (!isRemarkOn(given.current.name, typed)) setAccount('');
    if (street !== '' && street === given.current.street && !isRemarkOn(given.current.name, typed))
      setStreet('');
  };
  const picked = usePicked();
  const choose = (place: SuggestedPlace, isPicked: boolean) => {
    setName(place.name);
    setAccount(String(place.accountId ?? ''));
    props.onAccountType?.(place.accountType);
    const isTyped = street !== '' && street !== given.current.street;
    const isTaken = isPicked || !isTyped;
    const [first = ''] = place.addresses;
    if (isTaken) setStreet(first);
    given.current = { name: place.name, street: isTaken ? first : '' };
    setKnown(isTaken ? place.addresses : []);
  };
  return (
    <>
      {/* Without JavaScript it would stay when another name is typed. */}
      {hydrated && <input type="hidden" name={props.account.name} value={account} />}
      <Field label={props.is.name.label} {...props.name} required={props.required}>
        {(control) => (
          <AccountCombobox
            {...control}
            value={name}
            findIntent={props.findIntent}
            freeText
            data-autofocus={props.isFirst ? '' : undefined}
            maxLength={props.is.name.max}
            onType={rename}
            onChoose={choose}
            onPicked={picked.goOn}
          />
        )}
      </Field>
      <div className={css.street} ref={picked.street}>
        <StreetField
          is={props.is.street}
          field={props.street}
          placeNote={street === props.street.initialValue ? props.placeNote : undefined}
          street={street}
          known={known}
          setKnown={setKnown}
          setStreet={(chosen) => {
            setStreet(chosen);
            if (known.includes(chosen)) given.current = { name, street: chosen };
            else setAccount(''); // it may be the address of another account of that name
          }}
        />
        {props.afterStreet}
      </div>
    </>
  );
}

/**
 * After a suggestion is picked, except with Tab, the focus moves to the choice between several addresses, or to the
 * next empty required field. Without one it stays.
 */
function usePicked() {
  const street = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const place = street.current;
    if (count === 0 || !place) return;
    const required = [
      ...(place.closest('form')?.querySelectorAll<HTMLInputElement>('input[required]') ?? []),
    ];
    const next = required.find(
      (each) =>
        each.value.trim() === '' &&
        each.offsetParent !== null &&
        place.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    (place.querySelector('select') ?? next)?.focus();
  }, [count]);
  return {
    street,
    goOn: () => {
      setCount((before) => before + 1);
    },
  };
}

/** True for a name with a remark: "Westport Garage, back door" is still Westport Garage. */
const isRemarkOn = (name: string, typed: string) =>
  name !== '' &&
  typed.toLowerCase().startsWith(name.toLowerCase()) &&
  /^\s*[,;:(–-]/.test(typed.slice(name.length));

type StreetProps = {
  is: FieldFacts;
  field: FieldState;
  placeNote: string | undefined;
  street: string;
  setStreet: (street: string) => void;
  known: string[];
  setKnown: (known: string[]) => void;
};

const SEVERAL = 'This account has several addresses.';

/**
 * A choice of several addresses, or a field for any address. Without JavaScript it is a field that suggests the
 * addresses.
 */
function StreetField({ is, field, placeNote, street, setStreet, known, setKnown }: StreetProps) {
  const hydrated = useHydrated();
  const suggestions = useId();
  const [isOther, setOther] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOther) input.current?.focus();
  }, [isOther]);
  if (hydrated && known.length > 1) {
    const options = street === '' || known.includes(street) ? known : [street, ...known];
    return (
      <Field label={is.label} {...field} hint={[placeNote, SEVERAL].filter(Boolean).join(' · ')}>
        {(control) => (
          <Select
            {...control}
            value={street}
            onChange={(event) => {
              if (event.target.value === OTHER) {
                setKnown([]);
                setOther(true);
              }
              setStreet(event.target.value);
            }}
          >
            {street === '' && <option value="">Choose an address</option>}
            {options.map((each) => (
              <option key={each}>{each}</option>
            ))}
            {street !== '' && <option value={OTHER}>Another address…</option>}
          </Select>
        )}
      </Field>
    );
  }
  return (
    <Field label={is.label} {...field} hint={placeNote}>
      {(control) => (
        <>
          <Input
            {...control}
            ref={input}
            value={street}
            list={known.length > 1 ? suggestions : undefined}
            maxLength={is.max}
            autoComplete="off"
            onChange={(event) => {
              setStreet(event.target.value);
            }}
          />
          {known.length > 1 && (
            <datalist id={suggestions}>
              {known.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

function useStreet(initial: string, tell: ((street: string) => void) | undefined) {
  const [street, setStreet] = useState(initial);
  const set = (next: string) => {
    setStreet(next);
    tell?.(next);
  };
  return [street, set] as const;
}

type Destination = { account: FieldState; name: FieldState; errors: string[] | undefined };

/** The account that a picked-up part goes to. */
export function DestinationField({ account, name, errors }: Destination) {
  const [typed, setTyped] = useState(name.initialValue ?? '');
  const [chosen, setChosen] = useState(account.initialValue ?? '');
  return (
    <>
      <input type="hidden" name={account.name} value={chosen} />
      <Field
        label="Deliver To (Optional)"
        {...name}
        errors={name.errors ?? errors}
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
