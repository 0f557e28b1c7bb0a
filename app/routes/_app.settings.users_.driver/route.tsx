import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { NewSignInLink, type ShownLink } from '~/components/administration/sign-in-link';
import { shownLink, backToUsers } from '~/components/administration/user-pages.server';
import { DealershipChoice } from '~/components/administration/user-fields';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { homeFirst } from '~/domain/network/users/schema';
import { addDriver } from '~/domain/network/users/sign-in-links.server';
import { formRefusal } from '~/forms/form-dialog';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { useSent, typedText } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { InputField } from '~/ui/field';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Add Driver · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, addDriver.spec.may);
  return { offered: await load(() => listDealershipNames({ actor })) };
}

type Shown = { link: ShownLink };

export const action = (args: ActionFunctionArgs) => {
  const back = backToUsers(args, 'Driver added');
  return submit<Shown>(args, {
    addDriver: button(
      addDriver,
      (made) => {
        const link = shownLink(args, made);
        return link ? { shown: { link } } : back(made);
      },
      { compose: homeFirst },
    ),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to add the driver');

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', hint: undefined, required: true },
  {
    name: 'phone',
    label: 'Phone',
    type: 'tel',
    hint: 'Enter a phone number or an email address',
    required: false,
  },
  { name: 'email', label: 'Email', type: 'text', hint: undefined, required: false },
  {
    name: 'username',
    label: 'Username (optional)',
    type: 'text',
    hint: 'Leave empty to create one from the name',
    required: false,
  },
] as const;

export default function AddADriver() {
  const answer = useAnswer<Answered | { shown: Shown }>();
  if (answer && 'shown' in answer) return <NewSignInLink link={answer.shown.link} />;
  return <DriverForm answer={answer} />;
}

function DriverForm({ answer }: { answer: Answered | undefined }) {
  const { offered } = useLoaderData<typeof loader>();
  const sent = useSent(answer, 'addDriver');
  const errors = sent?.error ?? {};
  return (
    <UserDialog
      title="Add Driver"
      size="form"
      answer={answer}
      refusal={formRefusal(answer)}
      intent="addDriver"
      submit="Add Driver"
      submitting="Adding..."
    >
      <p>
        You get a link that signs in the driver’s phone and asks for a password. No one has to read a password
        over the phone.
      </p>
      {FIELDS.map((field, index) => (
        <InputField
          key={field.name}
          {...field}
          id={`driver-${field.name}`}
          errors={errors[field.name]}
          autoComplete="off"
          autoCapitalize={field.name === 'name' ? 'words' : 'none'}
          spellCheck={false}
          defaultValue={typedText(sent, field.name)}
          data-autofocus={index === 0 ? '' : undefined}
        />
      ))}
      <DealershipChoice offered={offered} sent={sent} />
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
