/** Create New Task and Edit Task. */
import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { settleChoices } from '~/domain/kernel/form-merge';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { deliverByShown, formProblems } from '~/domain/tasks/model/problems';
import { CHOOSABLE_STATUSES } from '~/domain/tasks/model/transitions';
import {
  PRIORITY_LABELS,
  STATUS_LABELS,
  TASK_TYPES,
  TYPE_LABELS,
  type Priority,
  type TaskStatus,
} from '~/domain/tasks/model/task';
import { BeginsAnew, DraftNotice } from '~/forms/draft-notice';
import { fieldOf, TextField } from '~/forms/text-field';
import { useKeptInput } from '~/forms/use-kept-input';
import { Banner } from '~/ui/banner';
import { Field, RadioGroup, Textarea } from '~/ui/field';
import {
  Choice,
  DriverChoice,
  FixedField,
  FormButtons,
  nameIn,
  useSuggestedType,
  type Boxes,
  type BoxName,
  type DriverOption,
  type Option,
} from './form-parts';
import { NeedByFields } from './need-by-fields';
import { DestinationField, PlaceFields } from './place-fields';
import { PlanFields } from './plan-fields';
import { useOpened } from './use-opened';
import * as css from './task-form.css';

type Props = {
  mode: 'create' | 'edit';
  values: Partial<Boxes>;
  lastResult: SubmissionResult | undefined;
  /** Statuses to choose from; none for a task whose status is the system's. */
  statuses: TaskStatus[];
  priorities: Priority[];
  drivers: DriverOption[];
  /** Names of the task's drivers who are no drivers any more. */
  former?: { driver: string | null; transferTo: string | null };
  /** How well the stored address is known, unless to the house. */
  placeNote?: string | undefined;
  /** Addresses of the accounts that the task's places are called like. */
  known?: { location: string[]; transfer: string[] };
  zone: string;
  formKey: string;
  version?: number | undefined;
  /** A later version that the person has been shown since. */
  knownVersion?: number | undefined;
  /** Set for a delivery that came out of a transfer; `locked` as long as that is not completed. */
  linked?: 'locked' | 'unlocked' | undefined;
  closeTo: string;
  /** A new task that begins as a copy of this one. Its type has been chosen, and its draft is its own. */
  copyOf?: number | null;
  /** Above the fields. */
  intro?: ReactNode;
  /** Beside the type. */
  aside?: ReactNode;
  /** Below the fields, above the buttons. */
  more?: ReactNode;
  /** Beside the address. */
  afterAddress?: (typed: { address: string }) => ReactNode;
  /** Beside Close and the main button. */
  actions?: ReactNode;
};

export const TaskForm = (props: Props) => (
  <BeginsAnew>{(again) => <KeptForm {...props} again={again} />}</BeginsAnew>
);

function KeptForm(props: Props & { again: () => void }) {
  const { mode, values, priorities, drivers, linked, former, known, copyOf } = props;
  const element = useRef<HTMLFormElement>(null);
  const opened = useOpened(element, props);
  const { state } = useNavigation();
  const [form, fields] = useForm<Boxes>({
    id: `task-${mode}`,
    lastResult: props.lastResult,
    defaultValue: values,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData: typed }) => {
      settleChoices(typed, Object.values(FORM_FIELDS));
      return parse(typed, {
        resolve: (value) => {
          const error = formProblems(value);
          return Object.keys(error).length > 0 ? { error } : { value: value as Boxes };
        },
      });
    },
  });
  const field = (name: BoxName) => fieldOf('task', fields[name]);
  const [address, setAddress] = useState(field('address').initialValue ?? '');
  const [driver, setDriver] = useState(field('driver_id').initialValue);
  const draft = useKeptInput(element, {
    isAnswered: props.lastResult !== undefined,
    again: props.again,
    ...(copyOf && { part: `copy-${String(copyOf)}` }),
  });
  const located = useLatest(props.knownVersion);
  const shownVersion = Math.max(located ?? 0, opened.adopted ?? 0) || undefined;
  const version = shownVersion ?? draft.version ?? field('version').initialValue ?? opened.version;
  const statuses = statusOptions(mode, opened.statuses, field('status').initialValue);
  // A sentence beside a field is not repeated above the form.
  const fieldErrors = Object.entries(form.allErrors).flatMap(([name, errors]) => (name === '' ? [] : errors));
  const general = form.errors?.filter((error) => !fieldErrors.includes(error)) ?? [];
  useEffect(() => {
    // The first form of a dialog gets the focus from the dialog; this is for the one after it.
    if (mode === 'create') element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [mode]);
  const firstType = field('type').initialValue ?? 'delivery';
  const type = useSuggestedType(element, mode === 'create' && !copyOf ? firstType : null);

  return (
    <Form
      method="post"
      {...getFormProps(form)}
      noValidate
      ref={element}
      className={css.form}
      preventScrollReset
      onKeyDown={(event) => {
        // Enter makes a line in the notes; with Ctrl or Cmd it sends from everywhere.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || state !== 'idle') return;
        event.preventDefault();
        element.current?.requestSubmit(element.current.querySelector<HTMLElement>('[data-main]'));
      }}
    >
      <DraftNotice draft={draft} />
      {props.intro}
      {general.length > 0 && (
        <Banner tone="error" title="Error">
          {general.join(' ')}
        </Banner>
      )}
      <input type="hidden" name="_key" value={opened.formKey} />
      {version !== undefined && <input type="hidden" name="version" key={version} defaultValue={version} />}
      {linked && <input type="hidden" name="linked" value="true" />}
      {/* The Enter key presses the first button of the form. */}
      <button type="submit" name="intent" value="save" data-main="" hidden tabIndex={-1} aria-hidden="true" />
      <div className={props.aside ? css.beside : undefined}>
        <RadioGroup
          legend="Type"
          name="type"
          options={TASK_TYPES.filter((type) => !linked || type === 'delivery').map((value) => ({
            value,
            label: TYPE_LABELS[value],
          }))}
          defaultValue={firstType}
          errors={field('type').errors}
          onChange={type.onChange}
        />
        {props.aside}
      </div>
      {linked === 'locked' ? (
        <>
          <FixedField label={FORM_FIELDS.location.label} field={field('location')} />
          <FixedField label={FORM_FIELDS.address.label} field={field('address')} />
        </>
      ) : (
        <PlaceFields
          name={field('location')}
          street={field('address')}
          is={{ name: FORM_FIELDS.location, street: FORM_FIELDS.address }}
          findIntent="findLocation"
          required
          isFirst={mode === 'create' && !copyOf}
          known={known?.location ?? []}
          placeNote={props.placeNote}
          onAccountType={type.suggestFor}
          onStreet={setAddress}
          afterStreet={props.afterAddress?.({ address })}
        />
      )}
      {!linked && (
        <div className={css.onlyDelivery}>
          <TextField
            is={FORM_FIELDS.invoice_number}
            field={field('invoice_number')}
            required
            isFirst={Boolean(copyOf) && firstType === 'delivery'}
          />
        </div>
      )}
      <div className={linked ? undefined : css.onlyParts}>
        <TextField
          is={FORM_FIELDS.part_numbers}
          field={field('part_numbers')}
          required={!linked}
          isFirst={Boolean(copyOf) && firstType !== 'delivery'}
        />
      </div>
      <div className={css.planning}>
        {linked === 'locked' ? (
          <FixedField
            label="Assign Driver"
            field={field('driver_id')}
            shown={nameIn(drivers, field('driver_id').initialValue) ?? former?.driver ?? '–'}
          />
        ) : (
          <DriverChoice
            label="Assign Driver"
            none="Unassigned"
            field={field('driver_id')}
            drivers={drivers}
            former={former?.driver ?? null}
            onChoose={setDriver}
          />
        )}
        {statuses.length > 0 && (
          <Choice label={FORM_FIELDS.status.label} field={field('status')} options={statuses} />
        )}
        <Choice
          label={FORM_FIELDS.priority.label}
          field={field('priority')}
          options={priorities.map((each) => [each, PRIORITY_LABELS[each]])}
        />
      </div>
      <NeedByFields
        date={field('need_by_date')}
        hour={field('need_by_hour')}
        zone={props.zone}
        stored={values.need_by_date ? `${values.need_by_date} ${values.need_by_hour ?? ''}` : null}
      />
      <div className={css.onlyPickup}>
        <DestinationField account={field('destination_account_id')} name={field('destination_name')} />
      </div>
      <div className={css.onlyTransfer}>
        <DriverChoice
          label={FORM_FIELDS.transfer_to_driver_id.label}
          none="No driver yet"
          field={field('transfer_to_driver_id')}
          drivers={drivers}
          former={former?.transferTo ?? null}
          except={driver}
        />
      </div>
      <div className={css.onlyTransfer}>
        <div className={css.row}>
          <PlaceFields
            name={field('transfer_destination_location')}
            street={field('transfer_destination_address')}
            is={{
              name: FORM_FIELDS.transfer_destination_location,
              street: FORM_FIELDS.transfer_destination_address,
            }}
            findIntent="findTransfer"
            required
            known={known?.transfer ?? []}
          />
        </div>
      </div>
      <Field label={FORM_FIELDS.notes.label} {...field('notes')}>
        {(control) => (
          <Textarea
            {...control}
            defaultValue={field('notes').initialValue}
            maxLength={FORM_FIELDS.notes.max}
          />
        )}
      </Field>
      <PlanFields
        mode={mode}
        field={field}
        errors={form.allErrors}
        zone={props.zone}
        stored={deliverByShown(values.deliver_by_date ?? '', values.deliver_by_time ?? '')}
      />
      {props.more}
      <FormButtons mode={mode} closeTo={props.closeTo} actions={props.actions} />
    </Form>
  );
}

/**
 * For a new task what it may begin with; else all that there are, of which those can be chosen that may follow, and what
 * has been chosen, even where it no longer can be: the refusal says so.
 */
function statusOptions(mode: Props['mode'], open: TaskStatus[], chosen: string | undefined): Option[] {
  if (open.length === 0) return [];
  const shown = mode === 'create' ? open : CHOOSABLE_STATUSES;
  return shown.map((each) => [each, STATUS_LABELS[each], open.includes(each) || each === chosen]);
}

/** The last value that was one. */
function useLatest<Value>(value: Value | undefined): Value | undefined {
  const latest = useRef(value);
  if (value !== undefined) latest.current = value;
  return latest.current;
}
