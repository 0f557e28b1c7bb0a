/** One day of a schedule: skips, moves and adds departures, or gives them to another driver. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { exceptionOf } from '~/components/runs/forms.server';
import { closesText, dayPath, schedulePath, weekPath, wholeDay } from '~/components/runs/runs-links';
import { clockLabel } from '~/domain/kernel/time';
import { removeException, saveException } from '~/domain/network/runs/exceptions.server';
import { RUN_STATE_LABELS } from '~/domain/network/runs/states';
import { getRunDay, type ShownRun } from '~/domain/network/runs/week.server';
import { weekOf } from '~/domain/network/shifts/hours';
import { DescribedForm, type FieldDescription } from '~/forms/described-form';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load, pathValues } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { useAnswer } from '~/ui/use-answer';
import * as css from './day.css';

export const meta: MetaFunction = () => [{ title: 'Day of a Run · Parts Dispatch' }];

const atOf = (params: LoaderFunctionArgs['params']) =>
  pathValues(getRunDay.spec, (name) => params[name]) as { scheduleId: number; day: string };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, saveException.spec.may);
  const at = atOf(params);
  return load(async () => ({ ...(await getRunDay({ actor, ...at })), ...at }));
}

export const action = (args: ActionFunctionArgs) => {
  const { scheduleId, day } = atOf(args.params);
  const redirectTo = dayPath(scheduleId, day);
  const saves = (kind: string, title: string) =>
    button(saveException, () => ({ redirectTo, toast: { title } }), { compose: exceptionOf(kind, day) });
  return submit(args, {
    skip: saves('skip', 'Departure skipped'),
    move: saves('move', 'Departure moved'),
    extra: saves('extra', 'Departure added'),
    driver: saves('driver', 'Driver changed'),
    removeException: button(removeException, () => ({ redirectTo, toast: { title: 'As planned again' } })),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to change the day');

export default function DayOfRun() {
  const { name, departures, exceptions, closed, past, scheduleId, day, drivers } =
    useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const planned = departures.filter(({ change }) => change !== 'skip' && change !== 'extra');
  const canChange = !past && !closed;
  return (
    <Stack gap={4}>
      <div>
        <Link to={weekPath(weekOf(day))}>Runs</Link>
      </div>
      <h1>{`${name}, ${wholeDay(day)}`}</h1>
      {answer?.problem && !answer.problem.fields && <Banner tone="error">{answer.problem.error}</Banner>}
      {closed && <Banner tone="info">This day is closed for all runs.</Banner>}
      <Card id="departures" title="Departures">
        {departures.length > 0 ? (
          <Table columns={['Departs', 'Cut-off', 'Driver', 'State', 'Actions']}>
            {departures.map((run) => (
              <DepartureRow key={run.departs} run={run} day={day} canSkip={canChange && isOpen(run)} />
            ))}
          </Table>
        ) : (
          <EmptyState>Nothing departs on this day.</EmptyState>
        )}
      </Card>
      {exceptions.length > 0 && (
        <Card id="exceptions" title="Different on this day">
          <Table columns={['Change', 'Note', 'Actions']}>
            {exceptions.map((each) => (
              <tr key={each.id}>
                <td data-label="Change">
                  <span>{changeText(each)}</span>
                </td>
                <td data-label="Note">
                  <span>{each.note ?? '–'}</span>
                </td>
                <td data-label="Actions">
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="exceptionId" value={each.id} />
                    <Button name="intent" value="removeException" aria-label={`Remove: ${changeText(each)}`}>
                      Remove
                    </Button>
                  </Form>
                </td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
      {canChange && (
        <div className={css.forms}>
          {planned.length > 0 && (
            <Card title="Move a departure">
              <DescribedForm answer={answer} form={{ ...MOVE, fields: moveFields(planned) }} />
            </Card>
          )}
          <Card title="Add a departure">
            <DescribedForm answer={answer} form={{ ...EXTRA, fields: extraFields(drivers) }} />
          </Card>
          <Card title="Another driver">
            <DescribedForm answer={answer} form={{ ...DRIVER, fields: driverFields(departures, drivers) }} />
          </Card>
        </div>
      )}
      <div>
        <Link to={schedulePath(scheduleId)}>Change the schedule of all days</Link>
      </div>
    </Stack>
  );
}

const isOpen = ({ state, change }: ShownRun) =>
  change !== 'skip' && (state === null || state === 'building' || state === 'closed');

function DepartureRow({ run, day, canSkip }: { run: ShownRun; day: string; canSkip: boolean }) {
  const time = clockLabel(run.leaves);
  return (
    <tr>
      <td data-label="Departs">
        <span>{time}</span>
      </td>
      <td data-label="Cut-off">
        <span>{closesText(run, day)}</span>
      </td>
      <td data-label="Driver">
        <span>{run.driver ?? 'Nobody yet'}</span>
      </td>
      <td data-label="State">
        <span>{stateText(run)}</span>
      </td>
      <td data-label="Actions">
        {canSkip && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="departs" value={run.departs} />
            <Button name="intent" value="skip" aria-label={`Skip ${time}`}>
              Skip
            </Button>
          </Form>
        )}
      </td>
    </tr>
  );
}

function stateText({ change, state }: ShownRun): string {
  if (change === 'skip') return 'Skipped';
  const words = [
    state ? RUN_STATE_LABELS[state] : 'Planned',
    change === 'move' && 'moved',
    change === 'extra' && 'extra',
  ];
  return words.filter(Boolean).join(', ');
}

type Exception = {
  kind: 'skip' | 'move' | 'extra' | 'driver';
  departs: string | null;
  movedTo: string | null;
  driver: string | null;
};

function changeText({ kind, departs, movedTo, driver }: Exception): string {
  const which = departs === null ? 'All departures' : clockLabel(departs);
  switch (kind) {
    case 'skip':
      return `${which}: skipped`;
    case 'move':
      return `${which}: moved to ${movedTo === null ? '' : clockLabel(movedTo)}`;
    case 'extra':
      return `${which}: extra`;
    case 'driver':
      return `${which}: ${driver ?? 'nobody'} drives`;
  }
}

const MOVE = { intent: 'move', submit: 'Move', variant: 'secondary' } as const;
const EXTRA = { intent: 'extra', submit: 'Add', variant: 'secondary' } as const;
const DRIVER = { intent: 'driver', submit: 'Change Driver', variant: 'secondary' } as const;

const NOTE = { name: 'note', label: 'Note', maxLength: 200 };
const choices = (runs: ShownRun[]) =>
  runs.map(({ departs, leaves }) => [departs, clockLabel(leaves)] as const);
const driverChoice = (drivers: { id: number; name: string }[], none: string): FieldDescription => ({
  kind: 'select',
  name: 'driverId',
  label: 'Driver',
  none,
  options: drivers.map(({ id, name }) => [id, name] as const),
});

const moveFields = (planned: ShownRun[]): FieldDescription[] => [
  { kind: 'select', name: 'departs', label: 'Departure', options: choices(planned) },
  { name: 'movedTo', label: 'New departure', required: true, maxLength: 10, placeholder: '11:15 AM' },
  { name: 'cutoff', label: 'Cut-off', maxLength: 10, hint: 'Empty: as long before as planned' },
  NOTE,
];
const extraFields = (drivers: { id: number; name: string }[]): FieldDescription[] => [
  { name: 'departs', label: 'Departs', required: true, maxLength: 10, placeholder: '4:00 PM' },
  { name: 'cutoff', label: 'Cut-off', maxLength: 10, hint: 'Empty: 20 minutes before' },
  driverChoice(drivers, 'The schedule’s driver'),
  NOTE,
];
const driverFields = (
  departures: ShownRun[],
  drivers: { id: number; name: string }[],
): FieldDescription[] => [
  {
    kind: 'select',
    name: 'departs',
    label: 'Departure',
    none: 'All of the day',
    options: choices(departures.filter(({ change }) => change !== 'skip')),
  },
  driverChoice(drivers, 'Nobody'),
  NOTE,
];
