/** One day of a schedule: skips, moves and adds departures, or gives them to another driver. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { HeaderTools } from '~/components/board/new-task';
import { exceptionOf } from '~/components/runs/day-form.server';
import { dayPath, schedulePath, weekPath } from '~/components/runs/runs-links';
import { removeException, saveException } from '~/domain/network/runs/exceptions.server';
import { getRunDay } from '~/domain/network/runs/day.server';
import type { ShownRun } from '~/domain/network/runs/shown.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { typedText, useSent } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import type { ReactNode } from 'react';
import { load, pathValues } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { InputField, SelectField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { Table } from '~/ui/table';
import { useAnswer } from '~/ui/use-answer';
import * as css from './day.css';

export const meta: MetaFunction = () => [{ title: 'Day of a Run · Parts Dispatch' }];

const atOf = (params: LoaderFunctionArgs['params']) =>
  pathValues(getRunDay.spec, (name) => params[name]) as { scheduleId: number; day: string };

export const handle = { HeaderTools };

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
  const { title, departures, exceptions, closed, past, scheduleId, drivers, week } =
    useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const planned = departures.filter(({ change }) => change !== 'skip' && change !== 'extra');
  const left = departures.filter(({ change }) => change !== 'skip');
  const people = drivers.map(({ id, name: driver }) => [id, driver] as const);
  const canChange = !past && !closed;
  return (
    <Stack gap={4}>
      <div>
        <Link to={weekPath(week)}>Runs</Link>
      </div>
      <h1>{title}</h1>
      {answer?.problem && !answer.problem.fields && <Banner tone="error">{answer.problem.error}</Banner>}
      {closed && <Banner tone="info">This day is closed for all runs.</Banner>}
      <Card id="departures" title="Departures">
        {departures.length > 0 ? (
          <Table columns={['Departs', 'Cut-off', 'Driver', 'State', 'Actions']}>
            {departures.map((run) => (
              <DepartureRow key={run.departs} run={run} canSkip={canChange && run.isOpen} />
            ))}
          </Table>
        ) : (
          <EmptyState>No runs this day.</EmptyState>
        )}
      </Card>
      {exceptions.length > 0 && (
        <Card id="exceptions" title="Different on this day">
          <Table columns={['Change', 'Note', 'Actions']}>
            {exceptions.map((each) => (
              <tr key={each.id}>
                <td data-label="Change">
                  <span>{each.change}</span>
                </td>
                <td data-label="Note">
                  <span>{each.note ?? '–'}</span>
                </td>
                <td data-label="Actions">
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="exceptionId" value={each.id} />
                    <Button name="intent" value="removeException" aria-label={`Remove: ${each.change}`}>
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
            <ChangeForm title="Move a departure" intent="move" label="Move">
              {(typed) => (
                <>
                  <SelectField {...typed('departs')} label="Departure" options={choices(planned)} />
                  <InputField {...typed('movedTo')} label="New departure" required placeholder="11:15 AM" />
                  <InputField {...typed('cutoff')} label="Cut-off" hint="Empty: as long before as planned" />
                </>
              )}
            </ChangeForm>
          )}
          <ChangeForm title="Add a departure" intent="extra" label="Add">
            {(typed) => (
              <>
                <InputField {...typed('departs')} label="Departs" required placeholder="4:00 PM" />
                <InputField {...typed('cutoff')} label="Cut-off" hint="Blank = 20 min before" />
                <SelectField
                  {...typed('driverId')}
                  label="Driver"
                  none="The schedule’s driver"
                  options={people}
                />
              </>
            )}
          </ChangeForm>
          <ChangeForm title="Change driver" intent="driver" label="Change Driver">
            {(typed) => (
              <>
                <SelectField
                  {...typed('departs')}
                  label="Departure"
                  none="All of the day"
                  options={choices(left)}
                />
                <SelectField {...typed('driverId')} label="Driver" none="Nobody" options={people} />
              </>
            )}
          </ChangeForm>
        </div>
      )}
      <div>
        <Link to={schedulePath(scheduleId)}>Change the schedule of all days</Link>
      </div>
    </Stack>
  );
}

function DepartureRow({ run, canSkip }: { run: ShownRun; canSkip: boolean }) {
  const time = run.leaves;
  return (
    <tr>
      <td data-label="Departs">
        <span>{time}</span>
      </td>
      <td data-label="Cut-off">
        <span>{run.closes}</span>
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
  const words = [state ?? 'Planned', change === 'move' && 'moved', change === 'extra' && 'extra'];
  return words.filter(Boolean).join(', ');
}

const choices = (runs: ShownRun[]) => runs.map(({ departs, leaves }) => [departs, leaves] as const);

type Typed = (name: string) => {
  name: string;
  id: string;
  errors: string[] | null | undefined;
  defaultValue: string;
};
type ChangeProps = { title: string; intent: string; label: string; children: (typed: Typed) => ReactNode };

function ChangeForm({ title, intent, label, children }: ChangeProps) {
  const sent = useSent(useAnswer<Answered>(), intent);
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  const typed: Typed = (name) => ({
    name,
    id: `${intent}-${name}`,
    errors: errors[name],
    defaultValue: typedText(sent, name),
  });
  return (
    <Card title={title}>
      <Form method="post" preventScrollReset>
        <Stack gap={3}>
          {children(typed)}
          <InputField {...typed('note')} label="Note" maxLength={200} />
          <Inline>
            <Button size="form" name="intent" value={intent}>
              {label}
            </Button>
          </Inline>
        </Stack>
      </Form>
    </Card>
  );
}
