/** What belongs to the person who is signed in. Dialogs over it are its children. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { hasRole } from '~/domain/actor';
import { updateProfile } from '~/domain/users/profile.server';
import { getCurrentUser } from '~/domain/users/queries.server';
import { ProfileForm } from '~/domain/users/schema';
import { intent, submit } from '~/http/form.server';
import { load } from '~/http/page.server';
import { requireActor } from '~/http/session.server';
import { useAnswer } from '~/ui/use-answer';
import { AdminCard } from './admin-card';
import { PermissionsCard } from './permissions-card';
import { ProfileCard } from './profile-card';
import * as css from './settings.css';

export const meta: MetaFunction = () => [{ title: 'Settings · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return load(async () => ({ user: await getCurrentUser(actor), isAdmin: hasRole(actor, 'admin') }));
}

const SAVED = { redirectTo: '/settings', toast: { title: 'Settings updated' } };

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return submit(request, actor, {
    saveProfile: intent(ProfileForm, async (profile) => {
      await updateProfile(actor, actor.id, profile);
      return SAVED;
    }),
  });
}

export default function Settings() {
  const { user, isAdmin } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <h1 className={css.title}>Settings</h1>
      <div className={css.columns}>
        <div className={css.column}>
          <ProfileCard user={user} lastResult={answer?.lastResult} />
        </div>
        <div className={css.column}>
          <PermissionsCard user={user} />
          {isAdmin && <AdminCard />}
        </div>
      </div>
      <Outlet />
    </>
  );
}
