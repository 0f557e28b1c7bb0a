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
import { tokens as words } from '~/words/en/tokens';
import { asWritten } from '~/words/words';

export const meta: MetaFunction = () => [{ title: words.newPageTitle }];

const LIST = '/settings/tokens';
const HEADER = 'Authorization: Bearer …';

const tokenForm = (): FormDescription => ({
  intent: 'createToken',
  submit: words.create,
  submitting: words.creating,
  fields: [
    {
      kind: 'text',
      name: 'about',
      text: words.acts,
    },
    { name: 'name', label: words.name, hint: words.nameHint, maxLength: 200, required: true },
    {
      kind: 'select',
      name: 'expiresInDays',
      label: words.expiry,
      none: words.never,
      options: [
        [30, words.inDays(30)],
        [90, words.inDays(90)],
        [365, words.inAYear],
      ],
    },
    {
      name: 'expiresOn',
      label: words.onDate,
      hint: words.onDateHint,
      type: 'date',
    },
    ownPassword(words.whyPassword),
  ],
});

export async function loader({ request }: LoaderFunctionArgs) {
  await requirePage(request, createToken.spec.may);
  return { form: tokenForm() };
}

export const action = (args: ActionFunctionArgs) =>
  submit<Made>(args, {
    createToken: button(createToken, ({ name, token = '' }) => ({ shown: { name, token } })),
  });

export const clientAction = keepDialogOnNetworkError(() => words.createFailed);

export default function NewToken() {
  const { form } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer) return <MadeToken {...answer.shown} />;
  return (
    <SettingsPage title={words.newTitle} back={{ to: LIST, label: words.title }} shape="form">
      <DescribedForm form={form} answer={answer} cancelTo={LIST} hasFocus />
    </SettingsPage>
  );
}

type Made = { name: string; token: string };

/** Shows a new token. It can't be shown again. */
function MadeToken({ name, token }: Made) {
  return (
    <ShownOnce
      title={words.madeTitle(name)}
      label={words.token}
      name="token"
      value={token}
      hint={<code {...asWritten()}>{HEADER}</code>}
      doneTo={LIST}
    >
      {words.copyNow}
    </ShownOnce>
  );
}
