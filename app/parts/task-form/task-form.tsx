/** Create New Task and Edit Task. */
import { getFormProps, useForm, type SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { Form, useNavigation } from '@remix-run/react';
import { useRef, useState, type ReactNode } from 'react';
import { TaskForm as TaskFormSchema } from '~/domain/tasks/form';
import {
  PRIORITY_LABELS,
  STATUS_LABELS,
  TASK_TYPES,
  TYPE_LABELS,
  type Priority,
  type TaskStatus,
} from '~/domain/tasks/task';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Field, Input, RadioGroup, Select, Textarea } from '~/ui/field';
import { DestinationField } from './destination-field';
import { LocationFields } from './location-fields';
import { NeedByFields } from './need-by-fields';
import * as css from './task-form.css';
import { useKeptInput } from './use-kept-input';

export type TaskFormValues = Record<FieldName, string>;
type FieldName = (typeof FIELD_NAMES)[number];
export const FIELD_NAMES = [
  'type',
  'location',
  'address',
  'invoice_number',
  'part_numbers',
  'notes',
  'status',
  'priority',
  'driver_id',
  'destination_account_id',
  'transfer_to_driver_id',
  'transfer_destination_location',
  'transfer_destination_address',
  'need_by_date',
  'need_by_hour',
] as const;

export type DriverOption = { id: number; name: string; username: string };

type Props = {
  mode: 'create' | 'edit';
  values: Partial<TaskFormValues>;
  lastResult: SubmissionResult | undefined;
  /** Statuses to choose from; none for a task whose status is the system's. */
  statuses: TaskStatus[];
  priorities: Priority[];
  drivers: DriverOption[];
  zone: string;
  formKey: string;
  version?: number | undefined;
  /** A later version that the person has been shown since. */
  knownVersion?: number | undefined;
  linked?: boolean;
  destinationName: string;
  closeTo: string;
  /** Above the fields. */
  intro?: ReactNode;
  /** Below the fields, above the buttons. */
  more?: ReactNode;
  /** Beside Close and the main button. */
  actions?: ReactNode;
};

const personName = ({ name, username }: DriverOption) => name || username;

export function TaskForm(props: Props) {
  const { mode, values, statuses, priorities, drivers, zone, version, linked, closeTo } = props;
  // A live change must not slip a new version under what is being typed: the one the form was opened with counts.
  const [opened] = useState({ version, formKey: props.formKey });
  const sentVersion = props.knownVersion ?? opened.version;
  const { state, formData } = useNavigation();
  const saving =
    state !== 'idle' && (formData?.get('intent') === 'save' || formData?.get('intent') === 'saveAndAdd');
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<TaskFormValues>({
    id: `task-${mode}`,
    lastResult: props.lastResult,
    defaultValue: values,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData: typed }) => {
      for (const name of ['intent', '_key', 'destination_name']) typed.delete(name);
      return parseWithZod(typed, { schema: TaskFormSchema }) as never;
    },
  });
  useKeptInput(element);
  const field = (name: FieldName) => {
    const { initialValue, errors } = fields[name];
    return { name, id: `task-${name}`, initialValue: initialValue, errors };
  };
  const chooseType = (type: string) => {
    const radio = element.current?.querySelector<HTMLInputElement>(`input[name="type"][value="${type}"]`);
    if (radio && !radio.disabled) radio.checked = true;
  };

  return (
    <Form method="post" {...getFormProps(form)} ref={element} className={css.form} preventScrollReset>
      {props.intro}
      {form.errors && <Banner tone="error">{form.errors.join(' ')}</Banner>}
      <input type="hidden" name="_key" value={opened.formKey} />
      {sentVersion !== undefined && <input type="hidden" name="version" value={sentVersion} />}
      {linked && <input type="hidden" name="linked" value="true" />}
      {/* What the Enter key presses: the first button of the form. */}
      <button type="submit" name="intent" value="save" hidden tabIndex={-1} aria-hidden="true" />
      <RadioGroup
        legend="Type"
        name="type"
        options={TASK_TYPES.filter((type) => !linked || type === 'delivery').map((value) => ({
          value,
          label: TYPE_LABELS[value],
        }))}
        defaultValue={field('type').initialValue ?? 'delivery'}
        errors={field('type').errors}
      />
      <LocationFields location={field('location')} address={field('address')} onType={chooseType} />
      {!linked && (
        <div className={css.onlyDelivery}>
          <TextField label="Invoice Number(s)" field={field('invoice_number')} />
        </div>
      )}
      <div className={linked ? undefined : css.onlyParts}>
        <TextField label="Part Number(s)" field={field('part_numbers')} hint="Several, separated by commas" />
      </div>
      <div className={css.pair}>
        {statuses.length > 0 && (
          <Choice
            label="Status"
            field={field('status')}
            options={statuses.map((each) => [each, STATUS_LABELS[each]])}
          />
        )}
        <Choice
          label="Priority"
          field={field('priority')}
          options={priorities.map((each) => [each, PRIORITY_LABELS[each]])}
        />
      </div>
      <NeedByFields date={field('need_by_date')} hour={field('need_by_hour')} zone={zone} />
      <Choice
        label="Assign Driver"
        field={field('driver_id')}
        options={[['', 'Unassigned'], ...drivers.map((each): Option => [String(each.id), personName(each)])]}
      />
      <div className={css.onlyPickup}>
        <DestinationField destination={field('destination_account_id')} accountName={props.destinationName} />
      </div>
      <div className={css.onlyTransfer}>
        <div className={css.form}>
          <Choice
            label="Transfer To Driver"
            field={field('transfer_to_driver_id')}
            options={[
              ['', 'Nobody yet'],
              ...drivers.map((each): Option => [String(each.id), personName(each)]),
            ]}
          />
          <TextField label="Delivery Location Name" field={field('transfer_destination_location')} />
          <TextField label="Delivery Address" field={field('transfer_destination_address')} />
        </div>
      </div>
      <Field label="Additional Notes" {...field('notes')}>
        {(control) => <Textarea {...control} defaultValue={field('notes').initialValue} maxLength={5_000} />}
      </Field>
      {props.more}
      <div className={css.buttons}>
        <div className={css.push}>{props.actions}</div>
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
    </Form>
  );
}

type Option = [value: string, label: string];
type Part = {
  label: string;
  field: { name: string; id: string; initialValue: string | undefined; errors: string[] | undefined };
};

function TextField({ label, field, hint }: Part & { hint?: string }) {
  return (
    <Field label={label} {...field} hint={hint}>
      {(control) => (
        <Input {...control} defaultValue={field.initialValue} maxLength={500} autoComplete="off" />
      )}
    </Field>
  );
}

function Choice({ label, field, options }: Part & { options: Option[] }) {
  return (
    <Field label={label} {...field}>
      {(control) => (
        <Select {...control} defaultValue={field.initialValue}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
