import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation, type ClientActionFunctionArgs } from '@remix-run/react';
import { changeDealerships } from '~/domain/users/commands.server';
import { DealershipsForm } from '~/domain/users/schema';
import { intent, submit } from '~/http/form.server';
import { DealershipChoice } from '~/parts/administration/dealership-choice';
import { loadUser } from '~/parts/administration/load-user.server';
import { SettingsTrouble } from '~/parts/administration/settings-trouble';
import { typedList, typedText } from '~/parts/administration/typed';
import { UserDialog } from '~/parts/administration/user-dialog';
import { usersPath } from '~/parts/administration/view';
import { orUnreachable, type Answered } from '~/parts/offline/unreachable';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Edit User Dealerships · Parts Dispatch' }];

export async function loader(args: LoaderFunctionArgs) {
  const { user, person } = await loadUser(args);
  return { dealerships: user.dealerships, person };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  return submit(args.request, actor, {
    changeDealerships: intent(DealershipsForm, async (input) => {
      await changeDealerships(actor, user.id, input);
      const redirectTo = usersPath(new URL(args.request.url).search);
      return { redirectTo, toast: { title: 'Dealerships updated', description: person } };
    }),
  });
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(request, () => serverAction<typeof action>(), 'Failed to update user dealerships');

export default function EditUserDealerships() {
  const { dealerships, person } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const { search } = useLocation();
  return (
    <UserDialog
      title="Edit User Dealerships"
      description={person}
      closeTo={usersPath(search)}
      answer={answer}
      intent="changeDealerships"
      submit="Save"
      submitting="Saving..."
    >
      <DealershipChoice
        checked={typedList(answer?.lastResult, 'dealerships', dealerships)}
        home={typedText(answer?.lastResult, 'home', dealerships[0])}
        errors={answer?.lastResult.error?.dealerships ?? undefined}
      />
    </UserDialog>
  );
}

/** The settings behind it stay as they are. */
export const ErrorBoundary = SettingsTrouble;
