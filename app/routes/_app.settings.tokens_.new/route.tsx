import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { createToken } from '~/domain/network/users/tokens.server';
import { button, submit } from '~/forms/submit.server';
import { requirePage } from '~/http/session.server';
import { SettingsPage } from '~/components/administration/settings-page';
import { ownPassword } from '~/components/administration/own-password';
import { DescribedForm, type FormDescription } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { ShownOnce } from '~/ui/shown-once';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'New API Token · Parts Dispatch' }];

const LIST = '/settings/tokens';

const tokenForm: FormDescription = {
  intent: 'createToken',
  submit: 'Create Token',
  submitting: 'Creating...',
  fields: [
    {
      kind: 'text',
      name: 'about',
      text: 'A script with this token acts for you. It can do everything you can, except change passwords or tokens.',
    },
    { name: 'name', label: 'Name', hint: 'What the token is for', maxLength: 200, required: true },
    {
      kind: 'select',
      name: 'expiresInDays',
      label: 'Expires',
      none: 'Never (until revoked)',
      options: [
        [30, 'In 30 days'],
        [90, 'In 90 days'],
        [365, 'In a year'],
      ],
    },
    {
      name: 'expiresOn',
      label: 'Or on a date',
      hint: 'The token works until the end of that day',
      type: 'date',
    },
    ownPassword('So that no one can create a token in a browser you left open'),
  ],
};

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, createToken.spec.may);
  return { form: tokenForm };
}

export const action = (args: ActionFunctionArgs) =>
  submit<Made>(args, {
    createToken: button(createToken, ({ name, token = '' }) => ({ shown: { name, token } })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to create token');

export default function NewToken() {
  const { form } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer) return <MadeToken {...answer.shown} />;
  return (
    <SettingsPage title="New API Token" back={{ to: LIST, label: 'API Tokens' }} shape="form">
      <DescribedForm form={form} answer={answer} cancelTo={LIST} hasFocus />
    </SettingsPage>
  );
}

type Made = { name: string; token: string };

/** Shows a new token. It can't be shown again. */
function MadeToken({ name, token }: Made) {
  return (
    <ShownOnce
      title={`API token “${name}”`}
      label="Token"
      name="token"
      value={token}
      hint={<code>Authorization: Bearer …</code>}
      doneTo={LIST}
    >
      Copy it now. It won’t be shown again.
    </ShownOnce>
  );
}
