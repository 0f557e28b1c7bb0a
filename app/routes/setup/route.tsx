/** The first page of an empty installation. Without React in the browser: it is used once. */
import { parseWithZod } from '@conform-to/zod/v4';
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findDealerships } from '~/domain/dealerships/names.server';
import { asDomainError } from '~/domain/faults.server';
import { Network } from '~/domain/network/schema';
import { SetUp } from '~/domain/setup/schema';
import { needsSetup, setUp } from '~/domain/setup/setup.server';
import { timeZones } from '~/domain/users/profile.server';
import { env } from '~/env.server';
import { typedText } from '~/forms/typed';
import { readForm } from '~/http/body.server';
import { notEchoed } from '~/http/echo.server';
import { errorHeaders } from '~/http/errors.server';
import { load } from '~/http/page.server';
import { STATUS } from '~/http/problem';
import { toastCookie } from '~/http/redirect.server';
import { startSession } from '~/http/session.server';
import { PLAIN } from '~/page-context';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Field, InputField, Select } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { Logo } from '~/ui/logo';
import { brand } from '~/routes/auth/auth.css';
import { DealershipRows } from './dealership-rows';
import * as css from './setup.css';

export const handle = PLAIN;

export const meta: MetaFunction = () => [{ title: 'Set up · Parts Dispatch' }];

export async function loader(_: LoaderFunctionArgs) {
  if (!(await load(needsSetup))) throw redirect('/auth');
  const dealerships = await load(findDealerships);
  return {
    names: dealerships.filter(({ retiredAt }) => !retiredAt).map(({ name }) => name),
    network: Network.parse({}),
    zones: timeZones(),
    // The setting of the server wins over what is chosen here.
    isZoneFixed: env.BUSINESS_TIME_ZONE !== undefined,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request.clone());
  const hideFields = [...notEchoed(form)];
  const submission = parseWithZod(form, { schema: SetUp });
  if (submission.status !== 'success')
    return data({ lastResult: submission.reply({ hideFields }) }, { status: 422 });
  try {
    const arrival = await setUp(submission.value, context.clientIp);
    const headers = new Headers();
    for (const cookie of await startSession(request, context, arrival, false))
      headers.append('Set-Cookie', cookie);
    const toast = { title: 'Parts Dispatch is set up', description: `Welcome, ${arrival.actor.name}` };
    headers.append('Set-Cookie', await toastCookie(toast));
    return redirect('/dispatcher', { headers });
  } catch (error) {
    const known = asDomainError(error);
    if (!known) throw error;
    const fieldErrors = known.details.fields ?? {};
    const formErrors = known.details.fields ? [] : [known.message];
    const lastResult = submission.reply({ formErrors, fieldErrors, hideFields });
    return data({ lastResult }, { status: STATUS[known.code], headers: errorHeaders(known) });
  }
}

const ACCOUNT = [
  { name: 'name', label: 'Your name', type: 'text', autoComplete: 'name', hint: undefined },
  {
    name: 'username',
    label: 'Username',
    type: 'text',
    autoComplete: 'username',
    hint: 'You sign in with it',
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
  const { names, network, zones, isZoneFixed } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const errors = lastResult?.error ?? {};
  const refusal = errors[''] ?? (lastResult?.error ? ['Some fields need another look.'] : null);
  return (
    <main className={css.page}>
      <div className={brand}>
        <Logo size={56} />
        <h1>Set up Parts Dispatch</h1>
        <p className={css.hint}>All of this except the time zone can be changed later in Settings.</p>
      </div>
      <form method="post">
        <Stack gap={4}>
          {refusal && (
            <Banner tone="error" title="Nothing has been saved yet">
              {refusal.join(' ')}
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
              defaultValue={typedText(lastResult, 'code')}
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
                  defaultValue={typedText(lastResult, 'network')}
                  placeholder={network.name}
                />
                <InputField
                  label="Company (optional)"
                  name="company"
                  maxLength={200}
                  hint="Shown on proofs of delivery"
                  errors={errors.company}
                  defaultValue={typedText(lastResult, 'company')}
                />
              </div>
              {isZoneFixed ? (
                <p>Time zone: {zones.business}, as the server’s BUSINESS_TIME_ZONE says.</p>
              ) : (
                <Field label="Time zone" name="timeZone" errors={errors.timeZone}>
                  {(control) => (
                    <Select {...control} defaultValue={typedText(lastResult, 'timeZone', network.timeZone)}>
                      {zones.all.map((zone) => (
                        <option key={zone}>{zone}</option>
                      ))}
                    </Select>
                  )}
                </Field>
              )}
            </Stack>
          </Card>
          <Card title="Dealerships">
            <Stack gap={3}>
              <p className={css.hint}>
                Routes begin at a driver’s dealership. Change or clear the names below. Addresses can wait.
              </p>
              <DealershipRows names={names} lastResult={lastResult} />
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
                  defaultValue={field.type === 'password' ? undefined : typedText(lastResult, field.name)}
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
