/** A form that is described by data. A loader answers the description, so that a page needs no code of its own. */
import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import {
  Box,
  Checkbox,
  Errors,
  Field,
  HasBox,
  Input,
  InputField,
  RadioGroup,
  Select,
  SelectField,
  Textarea,
} from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { frame } from '~/words/en/frame';
import { ZoneOptions } from './zone-options';
import * as css from './described-form.css';
import { errorsUnder, typedBox, typedList, typedText, useSent } from './typed';
import { formRefusal, type Answered } from './unreachable';
import { useFailureToast } from './use-failure-toast';

type InputAttributes = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'required'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'placeholder'
>;
type Labeled = { name: string; label: string; hint?: string | undefined };
type Options = readonly (readonly [value: string | number, label: string])[];

export type TextDescription = Labeled &
  InputAttributes & {
    kind?: undefined;
    value?: string;
    /** Shown only while the role admin is checked in the same form. */
    whenAdmin?: boolean;
  };

export type FieldDescription =
  | TextDescription
  | (Labeled & { kind: 'lines'; value: string; rows: number; maxLength: number; required?: boolean })
  | (Labeled & { kind: 'select'; value?: string; options: Options; none?: string | undefined })
  | (Labeled & {
      kind: 'zone';
      value: string;
      first?: Options;
      zones: ComponentProps<typeof ZoneOptions>['zones'];
    })
  | (Labeled & { kind: 'choice'; value: string; options: Options })
  | (Labeled & { kind: 'box'; checked: boolean })
  | (Labeled & {
      kind: 'boxes';
      checked: readonly string[];
      options: readonly { value: string; label: string; meaning?: string }[];
    })
  | (Labeled & { kind: 'dealerships'; checked: readonly string[]; offered: readonly string[] })
  | { kind: 'text'; name: string; text: string }
  /** A value that the form shows and does not send. */
  | (Labeled & { kind: 'fixed'; value: string })
  /** Password managers need the username. */
  | { kind: 'username'; name: string; value: string };

export type FormDescription = {
  /** The value of the button. Ids of the fields start with it. */
  intent: string;
  submit: string;
  submitting?: string;
  variant?: 'primary' | 'secondary' | 'danger';
  fields: FieldDescription[];
  /** The message about missing values. It is shown above the form, and each field without a value says Required. */
  needs?: string;
};

type Props = {
  form: FormDescription;
  answer: Answered | undefined;
  action?: string;
  /** The path of a Cancel link. */
  cancelTo?: string;
  /** The first field takes the focus when the page opens. */
  hasFocus?: boolean;
  /** Shown above the fields. */
  above?: ReactNode;
  /** Further buttons beside the form's own. */
  beside?: ReactNode;
};

export function DescribedForm({ form, answer, action, cancelTo, hasFocus, above, beside }: Props) {
  const { intent, submit, submitting = frame.saving, variant = 'primary', needs } = form;
  const mine = answer && (answer.intent ?? intent) === intent ? answer : undefined;
  const sent = useSent(mine, intent);
  const isPending = useNavigation().formData?.get('intent') === intent;
  const element = useSecretsCleared(isPending, mine !== undefined);
  const isIncomplete =
    needs !== undefined &&
    Object.values(sent?.error ?? {})
      .flat()
      .includes(needs);
  const refusal = isIncomplete ? needs : formRefusal(mine);
  useFailureToast(mine?.problem ?? null);
  return (
    <Form ref={element} method="post" action={action} preventScrollReset>
      <Stack gap={3}>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        {above}
        <DescribedFields form={form} sent={sent} hasFocus={hasFocus} />
        <Inline>
          {cancelTo !== undefined && (
            <LinkButton size="form" to={cancelTo}>
              {frame.cancel}
            </LinkButton>
          )}
          <Button
            size="form"
            variant={variant}
            name="intent"
            value={intent}
            pending={isPending && submitting}
          >
            {submit}
          </Button>
          {beside}
        </Inline>
      </Stack>
    </Form>
  );
}

/** Empties the passwords of a form that was accepted, because its page may stay open. */
function useSecretsCleared(isPending: boolean, isRefused: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending && !isRefused)
      for (const secret of form.current?.querySelectorAll<HTMLInputElement>('input[type="password"]') ?? [])
        secret.value = '';
    wasPending.current = isPending;
  }, [isPending, isRefused]);
  return form;
}

type FieldsProps = {
  form: Pick<FormDescription, 'intent' | 'fields' | 'needs'>;
  sent: SubmissionResult | undefined;
  hasFocus?: boolean | undefined;
};

export function DescribedFields({ form: { intent, fields, needs }, sent, hasFocus = false }: FieldsProps) {
  const first = fields.findIndex(({ kind }) => kind === undefined);
  return fields.map((field, index) => (
    <DescribedField
      key={field.name}
      field={field}
      id={`${intent}-${field.name}`}
      sent={sent}
      needs={needs}
      isFirst={hasFocus && index === first}
    />
  ));
}

type FieldProps = {
  field: FieldDescription;
  id: string;
  sent: SubmissionResult | undefined;
  needs: string | undefined;
  isFirst: boolean;
};

function DescribedField({ field, id, sent, needs, isFirst }: FieldProps) {
  if (field.kind === 'text') return <p>{field.text}</p>;
  if (field.kind === 'username')
    return <input type="text" autoComplete="username" defaultValue={field.value} hidden readOnly />;
  const said: Record<string, string[] | null> = sent?.error ?? {};
  const found = errorsUnder(said, field.name);
  const errors = needs !== undefined && found.includes(needs) ? ['Required'] : found;
  const { name, label, hint } = field;
  const wiring = { name, label, hint, id, errors };
  const focus = isFirst ? '' : undefined;
  switch (field.kind) {
    case 'select':
      return (
        <SelectField
          {...wiring}
          none={field.none}
          options={field.options}
          defaultValue={typedText(sent, name, field.value)}
        />
      );
    case 'zone':
      return (
        <Field {...wiring}>
          {(control) => (
            <Select {...control} defaultValue={typedText(sent, name, field.value)}>
              {field.first?.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
              <ZoneOptions zones={field.zones} />
            </Select>
          )}
        </Field>
      );
    case 'lines':
      return (
        <Field {...wiring} required={field.required}>
          {(control) => (
            <Textarea
              {...control}
              rows={field.rows}
              maxLength={field.maxLength}
              defaultValue={typedText(sent, name, field.value)}
            />
          )}
        </Field>
      );
    case 'fixed':
      return (
        <Field {...wiring}>
          {(control) => <Input {...control} name={undefined} readOnly value={field.value} />}
        </Field>
      );
    case 'choice':
      return (
        <RadioGroup
          legend={label}
          name={name}
          options={field.options.map(([value, text]) => ({ value: String(value), label: text }))}
          defaultValue={typedText(sent, name, field.value)}
          errors={errors}
        />
      );
    case 'box':
      return <Box name={name} label={label} defaultChecked={typedBox(sent, name, field.checked)} />;
    case 'boxes':
      return <Boxes {...wiring} options={field.options} checked={typedList(sent, name, field.checked)} />;
    case 'dealerships':
      return <Dealerships {...wiring} field={field} sent={sent} />;
    case undefined: {
      const { value, whenAdmin, required, kind, ...input } = field;
      const isSecret = field.type === 'password';
      const inner = {
        ...input,
        autoComplete: input.autoComplete ?? 'off',
        spellCheck: false,
        defaultValue: isSecret ? undefined : typedText(sent, name, value),
        'data-autofocus': focus,
      };
      // The server names all missing values at once, so the browser must not refuse the form before.
      const box =
        needs === undefined ? (
          <InputField {...inner} {...wiring} required={required} />
        ) : (
          <Field {...wiring} required={required}>
            {(control) => <Input {...inner} {...control} required={false} aria-required={required} />}
          </Field>
        );
      return whenAdmin ? <div className={css.onlyForAdmins}>{box}</div> : box;
    }
  }
}

type BoxesProps = Wiring & {
  checked: readonly string[];
  options: readonly { value: string; label: string; meaning?: string }[];
};

type Wiring = { id: string; name: string; label: string; errors: string[] };

function Boxes({ id, name, label, errors, checked, options }: BoxesProps) {
  return (
    <fieldset aria-describedby={errors.length > 0 ? `${id}-error` : undefined}>
      <legend className={css.legend}>{label}</legend>
      <HasBox name={name} />
      <Stack gap={0}>
        {options.map(({ value, label: text, meaning }) => (
          <Inline key={value}>
            <Checkbox
              name={name}
              value={value}
              defaultChecked={checked.includes(value)}
              label={
                <span>
                  {text} {meaning && <span className={css.meaning}>{meaning}</span>}
                </span>
              }
            />
          </Inline>
        ))}
      </Stack>
      <Errors id={`${id}-error`} errors={errors} />
    </fieldset>
  );
}

type DealershipsProps = Wiring & {
  field: Extract<FieldDescription, { kind: 'dealerships' }>;
  sent: SubmissionResult | undefined;
};

/** Chooses dealerships and the home dealership. Routes start at the home dealership, and new tasks use it. */
function Dealerships({ name, label, errors, field: { checked, offered }, sent }: DealershipsProps) {
  const chosen = typedList(sent, name, checked);
  const home = typedText(sent, 'home', checked[0]);
  return (
    <fieldset>
      <legend className={css.legend}>{label}</legend>
      <HasBox name={name} />
      <Table columns={['Belongs to', 'Start location']} className={css.dealerships}>
        {offered.map((each) => (
          <tr key={each}>
            <td>
              <label className={css.choice}>
                <input type="checkbox" name={name} value={each} defaultChecked={chosen.includes(each)} />
                {each}
              </label>
            </td>
            <td>
              <label className={css.choice}>
                <input type="radio" name="home" value={each} defaultChecked={each === home} />
                Start at {each}
              </label>
            </td>
          </tr>
        ))}
      </Table>
      <Errors errors={errors} />
    </fieldset>
  );
}
