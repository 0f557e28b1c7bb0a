/** The form of a new task and of a stored one. A stored task has its driver, status and priority at the top. */
import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { settleChoices } from '~/domain/kernel/form-merge';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { deliverByShown, formProblems } from '~/domain/tasks/model/problems';
import { CHOOSABLE_STATUSES } from '~/domain/tasks/model/transitions';
import {
  type Priority,
  PRIORITY_LABELS,
  STATUS_LABELS,
  TASK_TYPES,
  type TaskStatus,
  TYPE_LABELS,
} from '~/domain/tasks/model/task';
import type { RunChoice } from '~/domain/views/runs/run.server';
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
  useOpened,
} from './form-parts';
import { NeedByFields, PlanFields } from './plan-fields';
import { DestinationField, PlaceFields } from './place-fields';
import { RunField, type RunOption } from './run-field';
import * as css from './task-form.css';

type Props = {
  mode: 'create' | 'edit';
  values: Partial<Boxes>;
  lastResult: SubmissionResult | undefined;
  /** Statuses to choose from; empty when the system sets the task's status. */
  statuses: TaskStatus[];
  priorities: Priority[];
  drivers: DriverOption[];
  /** Names of the task's drivers who are no longer drivers. */
  former?: { driver: string | null; transferTo: string | null };
  /** Says how exactly the stored address was located, unless it was found exactly. */
  placeNote?: string | undefined;
  /** Addresses of the accounts that the task's places are named after. */
  known?: { location: string[]; transfer: string[] };
  zone: string;
  formKey: string;
  version?: number | undefined;
  /** A later version that the person has seen since. */
  knownVersion?: number | undefined;
  /** Set for the delivery of a transfer; `locked` until the transfer is completed. */
  linked?: 'locked' | 'unlocked' | undefined;
  closeTo: string;
  /** Runs that the task can join; null where there are no schedules. */
  runs?: RunChoice[] | null;
  /** The run of a stored task. */
  run?: RunOption | null;
  /** The id of the task that a new task copies. Such a task has a chosen type and a draft of its own. */
  copyOf?: number | null;
  /** Shown above the fields. */
  intro?: ReactNode;
  /** Shown beside the type. */
  aside?: ReactNode;
  /** Shown below the fields, above the buttons. */
  more?: ReactNode;
  /** Shown beside the address. */
  afterAddress?: (typed: { address: string }) => ReactNode;
  /** Shown beside Close and the main button. */
  actions?: ReactNode;
};

export const TaskForm = (props: Props) => (
  <BeginsAnew>{(again) => <KeptForm {...props} again={again} />}</BeginsAnew>
);

function KeptForm(props: Props & { again: () => void }) {
  const { mode, values, priorities, drivers, linked, former, known, copyOf, runs } = props;
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
  // A sentence that is shown beside a field is not repeated above the form.
  const fieldErrors = Object.entries(form.allErrors).flatMap(([name, errors]) => (name === '' ? [] : errors));
  const general = form.errors?.filter((error) => !fieldErrors.includes(error)) ?? [];
  useEffect(() => {
    // The dialog focuses its first form. After a task is created, the next form gets the focus here.
    if (mode === 'create') element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [mode]);
  const firstType = field('type').initialValue ?? 'delivery';
  const type = useSuggestedType(element, mode === 'create' && !copyOf ? firstType : null);

  const planning = (
    <>
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
            none={runs && mode === 'create' ? 'Automatic' : 'Unassigned'}
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
      {runs && <RunField mode={mode} field={field('run_id')} runs={runs} run={props.run ?? null} />}
      <NeedByFields
        date={field('need_by_date')}
        hour={field('need_by_hour')}
        zone={props.zone}
        stored={values.need_by_date ? `${values.need_by_date} ${values.need_by_hour ?? ''}` : null}
      />
    </>
  );

  return (
    <Form
      method="post"
      {...getFormProps(form)}
      noValidate
      ref={element}
      className={css.form}
      preventScrollReset
      onKeyDown={(event) => {
        // Enter alone adds a line to the notes. With Ctrl or Cmd it sends the form from any field.
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
      {/* The Enter key presses the first button of a form, so this one comes first. */}
      <button type="submit" name="intent" value="save" data-main="" hidden tabIndex={-1} aria-hidden="true" />
      {mode === 'edit' && planning}
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
          account={field('location_account_id')}
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
      {mode === 'create' && planning}
      <div className={css.onlyPickup}>
        <DestinationField
          account={field('destination_account_id')}
          name={field('destination_name')}
          errors={field('account_id').errors}
        />
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
            account={field('transfer_account_id')}
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
      <TextField is={FORM_FIELDS.ship_via} field={field('ship_via')} />
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
 * A new task offers its possible first statuses. An existing task lists all statuses: possible next ones and the chosen
 * one are enabled. A chosen status stays enabled when it is no longer possible, and the refusal says so.
 */
function statusOptions(mode: Props['mode'], open: TaskStatus[], chosen: string | undefined): Option[] {
  if (open.length === 0) return [];
  const shown = mode === 'create' ? open : CHOOSABLE_STATUSES;
  return shown.map((each) => [each, STATUS_LABELS[each], open.includes(each) || each === chosen]);
}

/** The last defined value. */
function useLatest<Value>(value: Value | undefined): Value | undefined {
  const latest = useRef(value);
  if (value !== undefined) latest.current = value;
  return latest.current;
}
