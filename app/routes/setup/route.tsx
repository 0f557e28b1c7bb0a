/** The first page of an empty installation. It has no React in the browser, because it is used once. */
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ZoneOptions } from '~/forms/zone-options';
import { findDealerships } from '~/domain/network/dealerships/dealerships.server';
import { refuse } from '~/forms/answers.server';
import { parseForm } from '~/forms/read-input.server';
import { typedText } from '~/forms/typed';
import { type Answered, formRefusal } from '~/forms/unreachable';
import { DEFAULT_NETWORK } from '~/domain/network/settings/schema';
import { timeZones, zoneLabel } from '~/domain/network/settings/business-time.server';
import { needsSetup, SetUp, setUp } from '~/modules/set-up/setup.server';
import { env } from '~/process/env.server';
import { readForm, notEchoed } from '~/http/body.server';
import { load } from '~/http/page.server';
import { toastCookie } from '~/http/redirect.server';
import { startSession } from '~/http/session.server';
import { PLAIN } from '~/components/page/page-context';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Errors, Field, Input, InputField, Select } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { brand } from '~/routes/auth/auth.css';
import { Logo } from '~/ui/notice-page';
import * as css from './setup.css';

export const handle = PLAIN;

export const meta: MetaFunction = () => [{ title: 'Set up · Parts Dispatch' }];

export async function loader(_: LoaderFunctionArgs) {
  if (!(await load(needsSetup))) throw redirect('/auth');
  const dealerships = await load(findDealerships);
  return {
    names: dealerships.filter(({ retiredAt }) => !retiredAt).map(({ name }) => name),
    network: DEFAULT_NETWORK,
    zones: timeZones(),
    // The server's setting overrides a choice on this page.
    fixedZone: env.BUSINESS_TIME_ZONE === undefined ? null : zoneLabel(env.BUSINESS_TIME_ZONE),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (!(await load(needsSetup))) throw redirect('/auth');
  const form = await readForm(request.clone());
  const { submission } = await parseForm(
    form,
    { input: SetUp },
    {
      compose: (fields) => ({
        ...Object.fromEntries(Object.entries(fields).filter(([name]) => !isOfRow(name))),
        dealerships: rowsOf(fields),
      }),
    },
    null,
  );
  const hideFields = [...notEchoed(form)];
  if (submission.status !== 'success')
    return data<Answered>({ lastResult: submission.reply({ hideFields }), problem: null }, { status: 422 });
  try {
    const arrival = await setUp(submission.value, context.clientIp);
    const headers = new Headers();
    for (const cookie of await startSession(request, context, arrival, false))
      headers.append('Set-Cookie', cookie);
    const toast = { title: 'Parts Dispatch is set up', description: `Welcome, ${arrival.actor.name}` };
    headers.append('Set-Cookie', await toastCookie(toast));
    return redirect('/dispatcher', { headers });
  } catch (error) {
    return refuse(error, (errors) => submission.reply({ ...errors, hideFields }));
  }
}

const COLUMNS = [
  { name: 'name', label: 'Dealership', maxLength: 100 },
  { name: 'address', label: 'Street address', maxLength: 500 },
  { name: 'city', label: 'City', maxLength: 200 },
  { name: 'state', label: 'State', maxLength: 2 },
  { name: 'zipCode', label: 'ZIP', maxLength: 20 },
] as const;

type Column = (typeof COLUMNS)[number]['name'];
type Row = Partial<Record<Column, string>>;

/** All rows have fields with the same names, because names of form fields are plain words. */
const fieldOf = (column: Column) => `dealership-${column}`;

const isOfRow = (field: string) => COLUMNS.some(({ name }) => fieldOf(name) === field);

/** All rows of a form, including empty ones. */
function rowsOf(fields: Record<string, unknown>): Row[] {
  const columns = COLUMNS.map(({ name }) => [name, [fields[fieldOf(name)] ?? []].flat()] as const);
  const count = Math.max(...columns.map(([, values]) => values.length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      columns.flatMap(([name, values]) => (typeof values[index] === 'string' ? [[name, values[index]]] : [])),
    ),
  );
}

/** The number of empty rows after those with text. */
const EMPTY_ROWS = 3;

type Props = { rows: Row[]; errors: Record<string, string[] | null> };

function DealershipRows({ rows, errors }: Props) {
  const filled = Math.max(
    0,
    ...rows.map((row, index) => (Object.values(row).some((text) => text !== '') ? index + 1 : 0)),
  );
  return (
    <Stack gap={2}>
      {Array.from({ length: filled + EMPTY_ROWS }, (_, index) => (
        <div key={index} className={css.row} role="group" aria-label={`Dealership ${String(index + 1)}`}>
          {COLUMNS.map(({ name, label, maxLength }) => {
            const wrong = errors[`dealerships[${String(index)}].${name}`] ?? undefined;
            const id = `dealership-${String(index)}-${name}-error`;
            return (
              <label key={name}>
                <span className={css.label}>{label}</span>
                <Input
                  name={fieldOf(name)}
                  maxLength={maxLength}
                  autoComplete="off"
                  defaultValue={rows[index]?.[name]}
                  aria-invalid={wrong ? true : undefined}
                  aria-describedby={wrong ? id : undefined}
                />
                <Errors id={id} errors={wrong} />
              </label>
            );
          })}
        </div>
      ))}
    </Stack>
  );
}

const ACCOUNT = [
  { name: 'name', label: 'Your name', type: 'text', autoComplete: 'name', hint: undefined },
  {
    name: 'username',
    label: 'Username',
    type: 'text',
    autoComplete: 'username',
    hint: 'Used to sign in',
  },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    hint: '8 to 128 characters',
  },
  {
    name: 'repeatPassword',
    label: 'Repeat the password',
    type: 'password',
    autoComplete: 'new-password',
    hint: undefined,
  },
] as const;

export default function SetUpInstallation() {
  const { names, network, zones, fixedZone } = useLoaderData<typeof loader>();
  const answer = useActionData<Answered>();
  const sent = answer?.lastResult;
  const typed = (name: string) => typedText(sent, name);
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  return (
    <main className={css.page}>
      <div className={brand}>
        <Logo size={56} />
        <h1>Set up Parts Dispatch</h1>
        <p className={css.hint}>All of this can be changed later in Settings.</p>
      </div>
      <form method="post">
        <Stack gap={4}>
          {answer && (
            <Banner tone="error" title="Nothing has been saved yet">
              {formRefusal(answer) ?? 'Please check the marked fields.'}
            </Banner>
          )}
          <Card title="Code">
            <InputField
              label="One-time code"
              name="code"
              required
              hint="It was printed in the log when the server started."
              autoComplete="off"
              spellCheck={false}
              errors={errors.code}
              defaultValue={typed('code')}
            />
          </Card>
          <Card title="Your network">
            <Stack gap={3}>
              <div className={css.pair}>
                <InputField
                  label="Network name"
                  name="network"
                  required
                  maxLength={200}
                  hint="Shown on the sign-in page"
                  errors={errors.network}
                  defaultValue={typed('network')}
                  placeholder={network.name}
                />
                <InputField
                  label="Company (optional)"
                  name="company"
                  maxLength={200}
                  hint="Shown on proofs of delivery"
                  errors={errors.company}
                  defaultValue={typed('company')}
                />
              </div>
              {fixedZone ? (
                <p>Time zone: {fixedZone}, set by BUSINESS_TIME_ZONE on the server.</p>
              ) : (
                <Field label="Time zone" name="timeZone" errors={errors.timeZone}>
                  {(control) => (
                    <Select {...control} defaultValue={typedText(sent, 'timeZone', network.timeZone)}>
                      <ZoneOptions zones={zones} />
                    </Select>
                  )}
                </Field>
              )}
            </Stack>
          </Card>
          <Card title="Dealerships">
            <Stack gap={3}>
              <p className={css.hint}>
                Routes start at the driver’s dealership. Change or clear the names below. You can add
                addresses later.
              </p>
              <DealershipRows
                rows={sent ? rowsOf(sent.initialValue ?? {}) : names.map((name) => ({ name }))}
                errors={errors}
              />
            </Stack>
          </Card>
          <Card title="First admin">
            <div className={css.pair}>
              {ACCOUNT.map((field) => (
                <InputField
                  key={field.name}
                  {...field}
                  required
                  autoCapitalize={field.name === 'name' ? 'words' : 'none'}
                  spellCheck={false}
                  errors={errors[field.name]}
                  defaultValue={field.type === 'password' ? undefined : typed(field.name)}
                />
              ))}
            </div>
          </Card>
          <Button variant="primary" size="touch" wide>
            Set Up and Sign In
          </Button>
        </Stack>
      </form>
    </main>
  );
}
