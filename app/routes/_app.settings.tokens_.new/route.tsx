import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { createToken } from '~/domain/network/users/tokens.server';
import { button, submit } from '~/forms/submit.server';
import { requirePage } from '~/http/session.server';
import { OwnPassword } from '~/components/administration/user-fields';
import { SettingsTrouble } from '~/components/administration/dialogs';
import { useSent, typedText } from '~/forms/typed';
import { FormDialog, formRefusal } from '~/forms/form-dialog';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import type { Answered } from '~/forms/unreachable';
import { InputField, SelectField } from '~/ui/field';
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

export const clientAction = keepDialogOnNetworkError('Failed to create token');

/** The days that a token can be valid, with their labels. */
const ENDS = [
  [30, 'In 30 days'],
  [90, 'In 90 days'],
  [365, 'In a year'],
] as const;

export default function NewToken() {
  const answer = useAnswer<Answered | { shown: Made }>();
  if (answer && 'shown' in answer) return <MadeToken {...answer.shown} />;
  return <TokenForm answer={answer} />;
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
      doneTo="/settings"
    >
      Copy it now. It won’t be shown again.
    </ShownOnce>
  );
}

function TokenForm({ answer }: { answer: Answered | undefined }) {
  const sent = useSent(answer, 'createToken');
  const errors = sent?.error;
  return (
    <FormDialog
      title="New API Token"
      closeTo="/settings"
      refusal={formRefusal(answer)}
      intent="createToken"
      submit="Create token"
      submitting="Creating..."
    >
      <p>
        A script with this token acts for you. It can do everything you can, except change passwords or
        tokens.
      </p>
      <InputField
        label="Name"
        name="name"
        id="token-name"
        required
        hint="What the token is for"
        errors={errors?.name}
        autoComplete="off"
        maxLength={200}
        defaultValue={typedText(sent, 'name')}
        data-autofocus
      />
      <SelectField
        label="Expires"
        name="expiresInDays"
        errors={errors?.expiresInDays}
        defaultValue={typedText(sent, 'expiresInDays')}
        none="Never (until revoked)"
        options={ENDS}
      />
      <InputField
        label="Or on a date"
        name="expiresOn"
        hint="The token works until the end of that day"
        errors={errors?.expiresOn}
        type="date"
        defaultValue={typedText(sent, 'expiresOn')}
      />
      <OwnPassword
        required
        hint="So that no one can create a token in a browser you left open"
        errors={errors?.ownPassword}
      />
    </FormDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
