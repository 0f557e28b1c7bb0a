import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { CreateToken } from '~/domain/users/schema';
import { createToken } from '~/domain/users/tokens.server';
import { intent, submit } from '~/http/form.server';
import { requireActor } from '~/http/session.server';
import { OwnPassword } from '~/parts/administration/own-password';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { Banner } from '~/ui/banner';
import { CancelOr } from '~/ui/cancel-or';
import { RouteDialog } from '~/ui/dialog';
import { Field, Input, Select } from '~/ui/field';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';
import { MadeToken, type Made } from './made-token';

export const meta: MetaFunction = () => [{ title: 'New API Token · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request);
  return null;
}

/** Answers with the token itself, and keeps it nowhere: a redirect would have to carry it along. */
export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const made: { token?: Made } = {};
  const answer = await submit(request, actor, {
    createToken: intent(CreateToken, async (input) => {
      made.token = await createToken(actor, input, { ip: context.clientIp });
      return { redirectTo: '/settings' };
    }),
  });
  if (!made.token) return answer;
  const { name, token } = made.token;
  return data({ made: { name, token } });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to make the token');

const ENDS = [
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
];

export default function NewToken() {
  const answer = useAnswer<Answered | { made: Made }>();
  if (answer && 'made' in answer) return <MadeToken made={answer.made} />;
  return <TokenForm answer={answer} />;
}

function TokenForm({ answer }: { answer: Answered | undefined }) {
  const pending = useNavigation().state !== 'idle';
  const { error, initialValue } = answer?.lastResult ?? {};
  const typed = (name: string) => (typeof initialValue?.[name] === 'string' ? initialValue[name] : '');
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
