import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { NewSignInLink, type ShownLink } from '~/components/administration/sign-in-link';
import { shownLink, backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { OwnPassword } from '~/components/administration/user-fields';
import { makeSignInLink } from '~/domain/network/users/sign-in-links.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useAnswer } from '~/ui/use-answer';
import { mayAll } from '~/domain/kernel/permissions';

export const meta: MetaFunction = () => [{ title: 'Sign-in Link · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  if (user.id === actor.id) throw redirect('/settings/users');
  return { username: user.username, person, isAdmin: mayAll(user, 'manageUsers') };
}

type Shown = { link: ShownLink };

export const action = (args: ActionFunctionArgs) => {
  const back = backToUsers(args, 'Sign-in link created');
  return submit<Shown>(args, {
    makeSignInLink: button(makeSignInLink, (made) => {
      const link = shownLink(args, made);
      return link ? { shown: { link } } : back(made);
    }),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to create a sign-in link');

export default function SignInLinkOfUser() {
  const { username, person, isAdmin } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered | { shown: Shown }>();
  if (answer && 'shown' in answer) return <NewSignInLink link={answer.shown.link} />;
  return (
    <UserDialog
      title="Sign-in Link"
      description={`${person} (${username})`}
      answer={answer}
      intent="makeSignInLink"
      submit="Create Link"
      submitting="Creating..."
    >
      <p>
        The link works once, within 24 hours. It signs {person} in and asks for a new password. Anyone with
        the link can use it. An earlier link stops working.
      </p>
      {isAdmin && (
        <OwnPassword
          required
          hint={`Required because ${person} is an admin`}
          errors={answer?.lastResult.error?.ownPassword}
        />
      )}
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
