import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Outlet, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { shiftsPath } from '~/components/shifts/shifts-links';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { copyWeek, listShifts, today } from '~/domain/network/shifts/commands.server';
import { dayAfter, daysOf, weekOf } from '~/domain/network/shifts/hours';
import { dateLabel } from '~/domain/kernel/time';
import { listRouteOwners } from '~/domain/network/users/queries.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';
import { useAnswer } from '~/ui/use-answer';
import { WeekTable } from './week-table';

export const meta: MetaFunction = () => [{ title: 'Shifts · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, copyWeek.spec.may);
  const now = today();
  const weekParam = new URL(request.url).searchParams.get('week') ?? '';
  const week = daysOf(weekParam) ? weekParam : weekOf(now);
  const days = daysOf(week) ?? [];
  const [monday = now] = days;
  return load(async () => {
    const [people, shifts] = await Promise.all([
      listRouteOwners({ actor }),
      listShifts({ actor, input: { from: monday, to: days.at(-1) } }),
    ]);
    const drivers = people.map(({ id, name, username }) => ({
      id,
      name: name || username,
      shifts: shifts.filter(({ driverId }) => driverId === id),
    }));
    const [before, after] = [weekOf(dayAfter(monday, -7)), weekOf(dayAfter(monday, 7))];
    return { week, days, drivers, before, after, today: now };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    copyWeek: button(copyWeek, ({ copied, kept }, { input: { to } }) => ({
      redirectTo: shiftsPath('', '', to),
      toast: {
        title: copied === 1 ? '1 shift copied' : `${String(copied)} shifts copied`,
        ...(kept > 0 && {
          description:
            kept === 1
              ? 'One day was filled already and stays as it is'
              : `${String(kept)} days were filled already and stay as they are`,
        }),
        ...(copied + kept === 0 && { description: 'Last week has no shifts' }),
      },
    })),
  });

export const clientAction = keepDialogOnNetworkError('Failed to copy last week');

export const shouldRevalidate = skipRevalidationUnderDialog(shiftsPath);

export default function Shifts() {
  const { week, days, drivers, before, after, today: now } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  useFailureToast(useAnswer<Answered>()?.problem ?? null);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const isThisWeek = days.includes(now);
  return (
    <>
      <Stack gap={4}>
        <Inline spread>
          <h1>Shifts</h1>
          <Inline className={noPrint}>
            <LinkButton size="form" to={shiftsPath(search, '/import')} preventScrollReset>
              Import from CSV
            </LinkButton>
            <CopyLastWeek from={before} to={week} />
          </Inline>
        </Inline>
        <Card
          id="week"
          title={`${dateLabel(first)} – ${dateLabel(last)}`}
          actions={
            <Inline as="nav" className={noPrint}>
              <LinkButton to={shiftsPath('', '', before)}>Week before</LinkButton>
              <LinkButton to="/dispatcher/shifts" aria-current={isThisWeek ? 'page' : undefined}>
                This week
              </LinkButton>
              <LinkButton to={shiftsPath('', '', after)}>Week after</LinkButton>
            </Inline>
          }
        >
          {drivers.length > 0 ? (
            <WeekTable days={days} drivers={drivers} today={now} />
          ) : (
            <EmptyState>There are no drivers yet. Admins add them under Settings.</EmptyState>
          )}
        </Card>
      </Stack>
      <Outlet />
    </>
  );
}

function CopyLastWeek({ from, to }: { from: string; to: string }) {
  const pending = useNavigation().formData?.get('intent') === 'copyWeek';
  return (
    <Form method="post" action={shiftsPath('', '', to)} preventScrollReset>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
      <Button name="intent" value="copyWeek" variant="primary" size="form" pending={pending && 'Copying...'}>
        Copy Last Week
      </Button>
    </Form>
  );
}
