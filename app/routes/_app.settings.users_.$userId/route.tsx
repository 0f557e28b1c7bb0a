/** One user: details, roles, dealerships, vehicle, tracker apps, password and sign-in link. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { usersPath } from '~/components/administration/admin-links';
import { SettingsPage } from '~/components/administration/settings-page';
import * as css from '~/components/administration/settings-page.css';
import { NewSignInLink, type ShownLink } from '~/components/administration/sign-in-link';
import { userSections } from '~/components/administration/user-forms.server';
import { backToUser, loadUser, shownLink, withUsername } from '~/components/administration/user-pages.server';
import { Devices, NewDevice, type NewDeviceShown } from '~/components/positions/devices';
import { deviceButtons } from '~/components/positions/devices.server';
import { changeRoles } from '~/domain/administration/users/access.server';
import { listIn } from '~/domain/kernel/field-table';
import { may } from '~/domain/kernel/permissions';
import { listDealershipNames } from '~/domain/network/dealerships/dealerships.server';
import { resetPassword } from '~/domain/network/users/change-password.server';
import { changeDealerships, reviewUser } from '~/domain/network/users/commands.server';
import { updateAnybodysProfile } from '~/domain/network/users/profile.server';
import { getManagedUser } from '~/domain/network/users/queries.server';
import { countOpenTasks } from '~/domain/tasks/store/counts-of.server';
import { homeFirst } from '~/domain/network/users/schema';
import { makeSignInLink } from '~/domain/network/users/sign-in-links.server';
import { getDriver, saveVehicle } from '~/domain/network/users/vehicle.server';
import { listDevices } from '~/domain/tracking/devices.server';
import { newFormKey } from '~/forms/answers.server';
import { DescribedForm } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { Badge } from '~/ui/badge';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { ShownOnce } from '~/ui/shown-once';
import { Time } from '~/ui/time';
import { useToast } from '~/ui/toast';
import { useAnswer } from '~/ui/use-answer';
import { getLanguage, setLanguage } from '~/domain/network/users/language.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.person ?? 'User'} · Parts Dispatch` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, user, person } = await loadUser(args);
  const { id, username, isNew, deactivatedAt } = user;
  const isSelf = id === actor.id;
  const facts = { id, username, person, isSelf, isNew, deactivatedAt, formKey: newFormKey() };
  if (deactivatedAt) return { ...facts, columns: [], devices: null };
  const drives = may(user, 'haveRoute');
  const [offered, openTasks, driver, devices, { language }] = await load(() =>
    Promise.all([
      listDealershipNames({ actor }),
      countOpenTasks({ actor, userId: id }),
      drives ? getDriver({ actor, driverId: id }) : null,
      drives ? listDevices({ actor, userId: id }) : null,
      getLanguage({ actor, userId: id }),
    ]),
  );
  return {
    ...facts,
    columns: userSections({ user, person, isSelf, openTasks, offered, driver, language }),
    devices,
  };
}

type Shown = { link: ShownLink } | { temporaryPassword: string } | { device: NewDeviceShown };

export const action = (args: ActionFunctionArgs) => {
  const back = (title: string) => backToUser(args, title);
  return submit<Shown>(args, {
    editProfile: button(updateAnybodysProfile, backToUser(args, 'User updated', withUsername)),
    reviewUser: button(reviewUser, back('User reviewed')),
    changeRoles: button(changeRoles, back('Roles updated')),
    changeDealerships: button(changeDealerships, back('Dealerships updated'), { compose: homeFirst }),
    saveVehicle: button(
      saveVehicle,
      (driver) => back('Vehicle and skills updated')({ ...driver, username: '' }),
      {
        at: () => ({ driverId: args.params.userId }),
        compose: ({ skills, ...fields }) => ({ ...fields, skills: listIn(skills) }),
      },
    ),
    setLanguage: button(setLanguage, async (_, { actor, userId }) =>
      back('Language updated')(await getManagedUser({ actor, userId })),
    ),
    resetPassword: button(resetPassword, ({ temporaryPassword, ...user }) =>
      temporaryPassword === undefined ? back('Password updated')(user) : { shown: { temporaryPassword } },
    ),
    makeSignInLink: button(makeSignInLink, (made) => {
      const link = shownLink(args, made);
      return link ? { shown: { link } } : back('Sign-in link created')(made);
    }),
    ...deviceButtons(args),
  });
};

const FAILURES: Record<string, string> = {
  changeRoles: 'Failed to update user roles',
  changeDealerships: 'Failed to update user dealerships',
  saveVehicle: 'Failed to update vehicle and skills',
  setLanguage: 'Failed to update the language',
  resetPassword: 'Failed to change user password',
  makeSignInLink: 'Failed to create a sign-in link',
  addDevice: 'Failed to update tracker apps',
  revokeDevice: 'Failed to update tracker apps',
};

export const clientAction = keepDialogOnNetworkError(
  (intent) => FAILURES[typeof intent === 'string' ? intent : ''] ?? 'Failed to update the user',
);

export default function OneUser() {
  const { id, username, person, isSelf, isNew, deactivatedAt, columns } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const to = (page: string) => usersPath(search, `/${String(id)}${page}`);
  const answer = useAnswer<Answered | { shown: Shown }>();
  const refused = answer && 'problem' in answer ? answer : undefined;
  useFailureToast(refused?.intent === 'reviewUser' ? refused.problem : null);
  return (
    <>
      <SettingsPage
        key={id}
        shape="cards"
        title={isSelf ? `${person} (you)` : person}
        description={
          deactivatedAt ? (
            <>
              {username}, deactivated <Time iso={deactivatedAt} />
            </>
          ) : (
            username
          )
        }
        back={{ to: usersPath(search), label: 'User Management' }}
        actions={
          <>
            {isNew && !deactivatedAt && (
              <Form method="post" action={to('')} preventScrollReset>
                <Inline>
                  <Badge tone="hold">New</Badge>
                  <Button size="form" name="intent" value="reviewUser" aria-label={`Reviewed: ${person}`}>
                    Reviewed
                  </Button>
                </Inline>
              </Form>
            )}
            {isSelf && (
              <LinkButton size="form" to="/settings/password">
                Change Password
              </LinkButton>
            )}
            {deactivatedAt && (
              <>
                <LinkButton size="form" to={to('/restore')} preventScrollReset>
                  Restore
                </LinkButton>
                <LinkButton size="form" variant="danger" to={to('/anonymize')} preventScrollReset>
                  Remove Personal Data
                </LinkButton>
              </>
            )}
            {!isSelf && !deactivatedAt && (
              <LinkButton size="form" variant="danger" to={to('/delete')} preventScrollReset>
                Delete User
              </LinkButton>
            )}
          </>
        }
      >
        {deactivatedAt ? (
          <p>{person} can’t sign in. The history keeps the name.</p>
        ) : (
          <div className={css.columns}>
            {columns.map((sections, index) => (
              <div key={index} className={css.columnOfCards}>
                {sections.map(({ id: section, title, form }) => (
                  <Card key={section} id={section} title={title}>
                    <DescribedForm form={form} answer={refused} action={to('')} />
                  </Card>
                ))}
                {index > 0 && <TrackerApps answer={answer} page={to('')} />}
              </div>
            ))}
          </div>
        )}
      </SettingsPage>
      {answer && 'shown' in answer && <ShownToAdmin shown={answer.shown} doneTo={to('')} />}
      <Outlet />
    </>
  );
}

type AppsProps = { answer: Answered | { shown: Shown } | undefined; page: string };

/** Loads with the page, because its last positions are what an admin looks for. */
function TrackerApps({ answer, page }: AppsProps) {
  const { person, devices, formKey } = useLoaderData<typeof loader>();
  const isAboutApps =
    answer && 'problem' in answer && ['addDevice', 'revokeDevice'].includes(answer.intent ?? '');
  useFailureToast(isAboutApps ? answer.problem : null);
  if (!devices) return null;
  return (
    <Card id="devices" title="Tracker Apps">
      <Stack gap={3}>
        <p className={css.hint}>
          Report where {person} is, only while there are stops to do and {person} has not switched it off
        </p>
        <Devices devices={devices} answer={isAboutApps ? answer : undefined} page={page} formKey={formKey} />
      </Stack>
    </Card>
  );
}

function ShownToAdmin({ shown, doneTo }: { shown: Shown; doneTo: string }) {
  const { person } = useLoaderData<typeof loader>();
  if ('link' in shown) return <NewSignInLink link={shown.link} doneTo={doneTo} />;
  if ('device' in shown) return <NewDevice device={shown.device} doneTo={doneTo} />;
  return <TemporaryPassword person={person} password={shown.temporaryPassword} doneTo={doneTo} />;
}

type PasswordProps = { person: string; password: string; doneTo: string };

/** Shows a new temporary password. It can't be shown again. */
function TemporaryPassword({ person, password, doneTo }: PasswordProps) {
  const show = useToast();
  useEffect(() => {
    show({ title: 'Password updated', description: person });
  }, [show, person]);
  return (
    <ShownOnce
      title="Temporary Password"
      description={person}
      label="Temporary password"
      name="temporary"
      value={password}
      doneTo={doneTo}
    >
      Copy it now. It won’t be shown again. {person} must replace it after signing in.
    </ShownOnce>
  );
}
