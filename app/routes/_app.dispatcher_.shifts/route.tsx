import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, Outlet, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { HeaderTools } from '~/components/board/new-task';
import { shiftsPath } from '~/components/shifts/shifts-links';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { copyWeek, listShifts, today } from '~/domain/network/shifts/commands.server';
import { dayAfter, daysOf, parseHours, weekOf } from '~/domain/network/shifts/hours';
import { clockLabel, dateLabel, durationLabel } from '~/domain/kernel/time';
import { listRouteOwners } from '~/domain/network/users/queries.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';
import { useAnswer } from '~/ui/use-answer';
import { EmptyState } from '~/ui/banner';
import { shownHours } from '~/domain/network/shifts/fields';
import type { Shift } from '~/domain/network/shifts/schema';
import { weekday, WEEKDAYS } from '~/ui/days';
import { Table } from '~/ui/table';
import { table } from '~/ui/table.css';
import { name as nameLink } from '~/components/page/week.css';
import * as css from './week.css';

export const meta: MetaFunction = () => [{ title: 'Shifts · Parts Dispatch' }];

export const handle = { HeaderTools };

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
              <LinkButton to={shiftsPath('', '', before)}>Previous week</LinkButton>
              <LinkButton to="/dispatcher/shifts" aria-current={isThisWeek ? 'page' : undefined}>
                This week
              </LinkButton>
              <LinkButton to={shiftsPath('', '', after)}>Next week</LinkButton>
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

type Driver = { id: number; name: string; shifts: Shift[] };
type Props = { days: string[]; drivers: Driver[]; today: string };

const nameOf = (day: string) => WEEKDAYS[weekday(day)] ?? '';
const labelOf = (day: string) => `${nameOf(day).slice(0, 3)} ${String(Number(day.slice(8)))}`;

/** A week with a row for each driver and a column for each day. On a phone each driver has a list of days. */
function WeekTable({ days, drivers, today }: Props) {
  return (
    <Table columns={['Driver', ...days.map(labelOf), 'Hours']} className={`${table} ${css.week}`}>
      {drivers.map((driver) => (
        <DriverRow key={driver.id} driver={driver} days={days} today={today} />
      ))}
      <tr className={css.counts}>
        <td>Drivers</td>
        {days.map((day) => (
          <td key={day} data-label={labelOf(day)}>
            <span>{drivers.filter(({ shifts }) => shifts.some((shift) => shift.day === day)).length}</span>
          </td>
        ))}
        <td />
      </tr>
    </Table>
  );
}

function DriverRow({ driver, days, today }: { driver: Driver; days: string[]; today: string }) {
  const { search } = useLocation();
  const to = (page: string) => shiftsPath(search, `/${String(driver.id)}/${page}`);
  return (
    <tr>
      <td>
        <Link to={to('week')} preventScrollReset className={nameLink} title="Enter the whole week">
          {driver.name}
        </Link>
      </td>
      {days.map((day) => {
        const shift = driver.shifts.find((each) => each.day === day);
        const hours = shownHours(shift);
        return (
          <td key={day} data-label={labelOf(day)} data-today={day === today ? '' : undefined}>
            <Link
              to={to(day)}
              preventScrollReset
              className={shift ? css.cell : css.blank}
              aria-label={`${hours || 'New shift'}: ${driver.name}, ${nameOf(day)} ${day}`}
              title={shift && aboutShift(shift)}
            >
              {hours || '+'}
            </Link>
          </td>
        );
      })}
      <td data-label="Hours">
        <span>{hoursIn(driver.shifts)}</span>
      </td>
    </tr>
  );
}

const aboutShift = ({ breakMinutes, breakFrom, startPlace, endPlace }: Shift) =>
  [
    breakMinutes > 0 &&
      `Break ${durationLabel(breakMinutes)}${breakFrom ? ` from ${clockLabel(breakFrom)}` : ''}`,
    startPlace && `Starts at ${startPlace}`,
    endPlace && `Ends at ${endPlace}`,
  ]
    .filter(Boolean)
    .join(' · ') || undefined;

/** The hours without breaks, rounded to a tenth. */
function hoursIn(shifts: Shift[]): string {
  const minutes = shifts.reduce((sum, shift) => {
    const hours = parseHours(`${shift.start}–${shift.end}`);
    return hours ? sum + hours.ends - hours.starts - shift.breakMinutes : sum;
  }, 0);
  return minutes === 0 ? '' : String(Math.round(minutes / 6) / 10);
}
