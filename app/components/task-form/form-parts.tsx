/** The task form's choices and buttons. */
import { useRef, useState, useEffect, type ReactNode, type RefObject } from 'react';
import { useNavigation, useLocation } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { suggestedType } from '~/domain/tasks/model/suggested-type';
import type { AccountType } from '~/domain/network/accounts/fields';
import type { FORM_FIELDS, FormKey } from '~/domain/tasks/model/fields';
import type { TaskStatus } from '~/domain/tasks/model/task';
import type { FieldState } from '~/forms/text-field';
import { Field, Input, Select } from '~/ui/field';
import { Button, LinkButton } from '~/ui/button';
import * as css from './task-form.css';

export type Option = [value: string, label: string, isOpen?: boolean];
type Part = { label: string; field: FieldState };

/** A field whose value another task decides. It is shown and sent, but can't be changed. */
export function FixedField({ label, field, shown }: Part & { shown?: string }) {
  return (
    <Field label={label} {...field}>
      {({ id, name }) => (
        <>
          <Input
            id={id}
            readOnly
            defaultValue={shown ?? field.initialValue}
            name={shown ? undefined : name}
          />
          {shown && <input type="hidden" name={name} defaultValue={field.initialValue} />}
        </>
      )}
    </Field>
  );
}

type ChoiceProps = Part & { options: Option[]; onChoose?: ((value: string) => void) | undefined };

export function Choice({ label, field, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label} {...field}>
      {(control) => (
        <Select
          {...control}
          defaultValue={field.initialValue}
          onChange={(event) => onChoose?.(event.target.value)}
        >
          {options.map(([value, text, isOpen = true]) => (
            <option key={value} value={value} disabled={!isOpen}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export type DriverOption = { id: number; name: string; username: string };

export const nameIn = (drivers: DriverOption[], id: string | undefined) => {
  const found = drivers.find((each) => String(each.id) === id);
  return found && (found.name || found.username);
};

type DriverProps = Part & {
  none: string;
  drivers: DriverOption[];
  former: string | null;
  /** The id of a driver who is not offered, unless already chosen. */
  except?: string | undefined;
  onChoose?: (value: string) => void;
};

/** Today's drivers. A chosen person who is no longer a driver stays in the list with a mark. */
export function DriverChoice({ label, field, none, drivers, former, except, onChoose }: DriverProps) {
  const [chosen, setChosen] = useState(field.initialValue);
  const everybody = useRef(new Map<string, string>());
  const options = drivers.map((each): Option => [String(each.id), each.name || each.username]);
  for (const [value, name] of options) everybody.current.set(value, name);
  const current = new Set(options.map(([value]) => value));
  const gone = new Map([...everybody.current].filter(([value]) => !current.has(value)));
  const initial = field.initialValue;
  if (initial && !current.has(initial) && !gone.has(initial)) gone.set(initial, former ?? 'Someone');
  return (
    <Choice
      label={label}
      field={field}
      onChoose={(value) => {
        setChosen(value);
        onChoose?.(value);
      }}
      options={[
        ['', none],
        ...options.filter(([value]) => value !== except || value === chosen),
        ...[...gone].map(([value, name]): Option => [value, `${name} (no longer a driver)`]),
      ]}
    />
  );
}

type Moment = 'need_by' | 'deliver_after' | 'deliver_by';
type OfPlace = 'account_id' | 'location' | 'transfer_destination_location';

/** The names of the form's fields. */
export type BoxName =
  Exclude<FormKey, Moment> | (typeof FORM_FIELDS)[Moment | OfPlace]['inputs'][number] | 'version' | 'run_id';
export type Boxes = Record<BoxName, string>;

type ButtonProps = { mode: 'create' | 'edit'; closeTo: string; actions?: ReactNode };

/** They stay visible at the foot of the dialog. */
export function FormButtons({ mode, closeTo, actions }: ButtonProps) {
  const { state, formData } = useNavigation();
  const intent = state === 'idle' ? undefined : formData?.get('intent');
  const saving = intent === 'save' || intent === 'saveAndAdd';
  return (
    <div className={css.buttons}>
      <div className={css.push}>{actions}</div>
      <LinkButton to={closeTo} preventScrollReset>
        Close
      </LinkButton>
      {mode === 'create' && (
        <Button name="intent" value="saveAndAdd" disabled={saving}>
          Create and add another
        </Button>
      )}
      <Button
        variant="primary"
        name="intent"
        value="save"
        pending={saving && (mode === 'create' ? 'Creating...' : 'Updating...')}
      >
        {mode === 'create' ? 'Create Task' : 'Update Task'}
      </Button>
    </div>
  );
}

/**
 * @param address the typed text. Without JavaScript it is unknown until the form is sent; the server then says the
 * same.
 */
export function GeolocateButton({ address, isPending }: { address: string; isPending: boolean }) {
  const isBlank = useHydrated() && address.trim() === '';
  return (
    <Button
      variant="quiet"
      name="intent"
      value="geolocate"
      formNoValidate
      unavailable={isBlank && 'Address is required to re-geolocate'}
      pending={isPending && 'Locating...'}
    >
      Re-geolocate
    </Button>
  );
}

/**
 * A new task gets the type that suits the chosen account, until someone chooses a type.
 * @param first the initial type of the form; null when the type was chosen before.
 */
export function useSuggestedType(form: RefObject<HTMLFormElement>, first: string | null) {
  const untouched = useRef(first);
  const isSuggesting = useRef(false);
  return {
    onChange: () => {
      if (!isSuggesting.current) untouched.current = null;
    },
    suggestFor: (accountType: AccountType) => {
      const radios = [...(form.current?.querySelectorAll<HTMLInputElement>('input[name="type"]') ?? [])];
      const now = radios.find(({ checked }) => checked)?.value;
      const type = suggestedType(now, untouched.current, accountType);
      if (!type) return;
      untouched.current = type;
      isSuggesting.current = true;
      radios.find(({ value }) => value === type)?.click();
      isSuggesting.current = false;
    },
  };
}

type Now = {
  version?: number | undefined;
  formKey: string;
  statuses: TaskStatus[];
  values: Partial<Boxes>;
};

/** Fields that change together with the status. */
const OF_STATUS: BoxName[] = ['status', 'need_by_date', 'need_by_hour'];

/**
 * The values that a form was opened with. A live change must not add anything under the person's input. An action
 * beside the form, such as Plan again or its Undo, leads back to the dialog with another status. The form takes that
 * status, unless something else has changed too; saving then merges the changes.
 */
export function useOpened(form: RefObject<HTMLFormElement>, now: Now) {
  const { key } = useLocation();
  const [opened, setOpened] = useState({ ...now, key, isAdopted: false });
  useEffect(() => {
    if (key === opened.key) return;
    const chosen = statusOf(form.current)?.value;
    const isSame = (Object.keys({ ...opened.values, ...now.values }) as BoxName[]).every(
      (box) => OF_STATUS.includes(box) || opened.values[box] === now.values[box],
    );
    // The version that the form sends. A draft has an older one, and saving merges it.
    const sent = Number(form.current?.querySelector<HTMLInputElement>('input[name="version"]')?.value);
    const isSafe = isSame && chosen === opened.values.status && sent >= (opened.version ?? Infinity);
    setOpened(isSafe ? { ...now, formKey: opened.formKey, key, isAdopted: true } : { ...opened, key });
  }, [key, opened, now, form]);
  useEffect(() => {
    const select = statusOf(form.current);
    if (opened.isAdopted && select && opened.values.status) select.value = opened.values.status;
  }, [form, opened]);
  return { ...opened, adopted: opened.isAdopted ? opened.version : undefined };
}

function statusOf(form: HTMLFormElement | null): HTMLSelectElement | null {
  const found = form?.elements.namedItem('status');
  return found instanceof HTMLSelectElement ? found : null;
}
