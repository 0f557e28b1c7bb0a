import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useNavigation } from '@remix-run/react';
import { createToken } from '~/domain/users/tokens.server';
import { button, submit } from '~/forms/submit.server';
import { requirePage } from '~/http/session.server';
import { OwnPassword } from '~/components/administration/own-password';
import { SettingsTrouble } from '~/components/administration/settings-trouble';
import { typedText } from '~/components/administration/typed';
import { inPlace } from '~/forms/in-place';
import type { Answered } from '~/forms/unreachable';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Field, Input, Select } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { ShownOnce } from '~/ui/shown-once';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'New API Token · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, createToken.spec.may);
  return null;
}

export const action = (args: ActionFunctionArgs) =>
  submit<Made>(args, {
    createToken: button(createToken, ({ name, token = '' }) => ({ shown: { name, token } })),
  });

export const clientAction = inPlace('Failed to make the token');

const ENDS = [
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
];

export default function NewToken() {
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer) return <MadeToken {...answer.shown} />;
  return <TokenForm answer={answer} />;
}

type Made = { name: string; token: string };

/** The one time that a token is shown. */
function MadeToken({ name, token }: Made) {
  return (
    <ShownOnce
      title={`API token “${name}”`}
      label="Token"
      name="token"
      value={token}
      hint={<code>Authorization: Bearer …</code>}
      doneTo="/settings"
    >
      Copy it now: it is not shown again.
    </ShownOnce>
  );
}

function TokenForm({ answer }: { answer: Answered | undefined }) {
  const pending = useNavigation().state !== 'idle';
  const error = answer?.lastResult.error;
  const typed = (name: string) => typedText(answer?.lastResult, name);
  return (
    <RouteDialog title="New API Token" closeTo="/settings" size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={3}>
          <p>
            A script that sends it acts for you: it may do what you may, but change no passwords or tokens.
          </p>
          {answer?.problem && !answer.problem.fields && <Banner tone="error">{answer.problem.error}</Banner>}
          <Field
            label="Name"
            name="name"
            id="token-name"
            required
            hint="What it is for"
            errors={error?.name ?? undefined}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={200}
                defaultValue={typed('name')}
                data-autofocus
              />
            )}
          </Field>
          <Field label="Ends" name="expiresInDays" errors={error?.expiresInDays ?? undefined}>
            {(control) => (
              <Select {...control} defaultValue={typed('expiresInDays')}>
                <option value="">Never, until it is revoked</option>
                {ENDS.map(({ days, label }) => (
                  <option key={days} value={days}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Or on a day"
            name="expiresOn"
            hint="At the end of that day"
            errors={error?.expiresOn ?? undefined}
          >
            {(control) => <Input {...control} type="date" defaultValue={typed('expiresOn')} />}
          </Field>
          <OwnPassword
            required
            hint="A browser that was left open makes no tokens"
            errors={error?.ownPassword ?? undefined}
          />
          <CancelOr
            cancelTo="/settings"
            size="form"
            variant="primary"
            value="createToken"
            pending={pending && 'Making...'}
          >
            Make Token
          </CancelOr>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
