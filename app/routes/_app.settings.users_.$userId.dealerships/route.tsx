import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { changeDealerships } from '~/domain/users/commands.server';
import { homeFirst } from '~/domain/users/schema';
import { button, submit } from '~/forms/submit.server';
import { DealershipChoice } from '~/components/administration/user-fields';
import { SettingsTrouble, UserDialog } from '~/components/administration/dialogs';
import { typedList, typedText } from '~/forms/typed';
import { backToUsers, loadUser } from '~/components/administration/user-pages.server';
import { inPlace } from '~/forms/in-place';
import type { Answered } from '~/forms/unreachable';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Edit User Dealerships · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { user, person } = await loadUser(args);
  return { dealerships: user.dealerships, person };
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    changeDealerships: button(changeDealerships, backToUsers(args, 'Dealerships updated'), {
      compose: homeFirst,
    }),
  });

export const clientAction = inPlace('Failed to update user dealerships');

export default function EditUserDealerships() {
  const { dealerships, person } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <UserDialog
      title="Edit User Dealerships"
      description={person}
      answer={answer}
      intent="changeDealerships"
      submit="Save"
      submitting="Saving..."
    >
      <DealershipChoice
        checked={typedList(answer?.lastResult, 'dealerships', dealerships)}
        home={typedText(answer?.lastResult, 'home', dealerships[0])}
        errors={answer?.lastResult.error?.dealerships}
      />
    </UserDialog>
  );
}

export const ErrorBoundary = SettingsTrouble;
