import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { usersPath } from '~/components/administration/admin-links';
import { SettingsPage } from '~/components/administration/settings-page';
import { NewSignInLink, type ShownLink } from '~/components/administration/sign-in-link';
import { newDriverForm } from '~/components/administration/user-forms.server';
import { backToUsers, shownLink } from '~/components/administration/user-pages.server';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { homeFirst } from '~/domain/network/users/schema';
import { addDriver } from '~/domain/network/users/sign-in-links.server';
import { DescribedForm } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'New Driver · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, addDriver.spec.may);
  return { form: newDriverForm(await load(() => listDealershipNames({ actor }))) };
}

type Shown = { link: ShownLink };

export const action = (args: ActionFunctionArgs) => {
  const back = backToUsers(args, 'Driver created');
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

export const clientAction = keepDialogOnNetworkError('Failed to create the driver');

export default function AddADriver() {
  const { form } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered | { shown: Shown }>();
  const list = usersPath(useLocation().search);
  if (answer && 'shown' in answer) return <NewSignInLink link={answer.shown.link} doneTo={list} />;
  return (
    <SettingsPage title="New Driver" back={{ to: list, label: 'User Management' }} shape="form">
      <DescribedForm form={form} answer={answer} cancelTo={list} hasFocus />
    </SettingsPage>
  );
}
