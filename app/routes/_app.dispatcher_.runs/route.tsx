import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { HeaderTools } from '~/components/board/new-task';
import { dayPath, schedulePath, weekPath } from '~/components/runs/runs-links';
import { closeDay, openDay } from '~/domain/network/runs/closed-days.server';
import type { ShownRun } from '~/domain/network/runs/shown.server';
import { getRunWeek } from '~/domain/network/runs/week.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import { typedText, useSent } from '~/forms/typed';
import type { Answered } from '~/forms/unreachable';
import { useFailureToast } from '~/forms/use-failure-toast';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { InputField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { noPrint } from '~/ui/print.css';
import { Table } from '~/ui/table';
import { table } from '~/ui/table.css';
import { useAnswer } from '~/ui/use-answer';
import { name as nameLink } from '~/components/page/week.css';
import * as css from './week.css';

export const meta: MetaFunction = () => [{ title: 'Runs · Parts Dispatch' }];

export const handle = { HeaderTools };

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, getRunWeek.spec.may);
  const week = new URL(request.url).searchParams.get('week') ?? '';
  return load(() => getRunWeek({ actor, input: { week } }));
}

export const action = (args: ActionFunctionArgs) => {
  const redirectTo = weekPath(new URL(args.request.url).searchParams.get('week') ?? undefined);
  return submit(args, {
    closeDay: button(closeDay, () => ({ redirectTo, toast: { title: 'Day closed' } }), {
      required: { day: 'Choose a day' },
    }),
    openDay: button(openDay, () => ({ redirectTo, toast: { title: 'Day open again' } })),
  });
};

export const clientAction = keepDialogOnNetworkError('Failed to save the day');

export default function Runs() {
  const { title, schedules, days, before, after, today, closed } = useLoaderData<typeof loader>();
  return (
    <Stack gap={4}>
      <Inline spread>
        <h1>Runs</h1>
        <LinkButton size="form" variant="primary" to="/dispatcher/runs/new">
          New Schedule
        </LinkButton>
      </Inline>
      <Card
        id="week"
        title={title}
        actions={
          <Inline as="nav" className={noPrint}>
            <LinkButton to={weekPath(before)}>Previous week</LinkButton>
            <LinkButton
              to={weekPath()}
              aria-current={days.some(({ day }) => day === today) ? 'page' : undefined}
            >
              This week
            </LinkButton>
            <LinkButton to={weekPath(after)}>Next week</LinkButton>
          </Inline>
        }
      >
        {schedules.length > 0 ? (
          <Table columns={['Schedule', ...days.map(({ label }) => label)]} className={`${table} ${css.week}`}>
            {schedules.map((schedule) => (
              <ScheduleRow key={schedule.id} {...schedule} days={days} today={today} />
            ))}
          </Table>
        ) : (
          <EmptyState>
            There are no schedules yet. A schedule says when a run departs and until when tasks join it.
          </EmptyState>
        )}
      </Card>
      <ClosedDays closed={closed} />
    </Stack>
  );
}

type RowProps = {
  id: number;
  name: string;
  dealership: string;
  driver: string | null;
  runs: ShownRun[][];
  days: { day: string; label: string; title: string }[];
  today: string;
};

function ScheduleRow({ id, name, dealership, driver, runs, days, today }: RowProps) {
  return (
    <tr>
      <td>
        <Link to={schedulePath(id)} className={nameLink}>
          {name}
        </Link>
        <div className={css.note}>{[dealership, driver].filter(Boolean).join(' · ')}</div>
      </td>
      {days.map(({ day, label, title }, index) => {
        const shown = runs[index] ?? [];
        const about = `${name}, ${title}`;
        return (
          <td
            key={day}
            data-label={label}
            data-today={day === today ? '' : undefined}
            data-empty={shown.length === 0 ? '' : undefined}
          >
            {shown.length === 0 ? (
              <Link to={dayPath(id, day)} className={css.blank} aria-label={`No departures: ${about}`}>
                +
              </Link>
            ) : (
              <Link to={dayPath(id, day)} className={css.cell} title={about}>
                {shown.map((run) => (
                  <Departure key={run.departs} run={run} usual={driver} />
                ))}
              </Link>
            )}
          </td>
        );
      })}
    </tr>
  );
}

type DepartureProps = { run: ShownRun; usual: string | null };

/** The driver is shown where it is not the schedule's. */
function Departure({ run, usual }: DepartureProps) {
  const isOff = run.change === 'skip';
  const notes = [
    isOff ? 'skipped' : run.isBuilding ? run.closes : run.state,
    !isOff && run.change === 'move' && 'moved',
    !isOff && run.change === 'extra' && 'extra',
    !isOff && run.driver !== usual && (run.driver ?? 'no driver'),
  ];
  return (
    <span className={css.run}>
      <span className={isOff ? css.off : css.time}>{run.leaves}</span>{' '}
      <span className={css.note}>{notes.filter(Boolean).join(' · ')}</span>
    </span>
  );
}

function ClosedDays({ closed }: { closed: { day: string; title: string; note: string | null }[] }) {
  const answer = useAnswer<Answered>();
  const sent = useSent(answer, 'closeDay');
  const errors: Record<string, string[] | null> = sent?.error ?? {};
  useFailureToast(answer?.problem ?? null);
  return (
    <Card id="closed" title="Closed days">
      <Stack gap={3}>
        <p>On a closed day no run departs.</p>
        {closed.length > 0 && (
          <Table columns={['Day', 'Note', 'Actions']}>
            {closed.map(({ day, title, note }) => (
              <tr key={day}>
                <td data-label="Day">
                  <span>{title}</span>
                </td>
                <td data-label="Note">
                  <span>{note ?? '–'}</span>
                </td>
                <td data-label="Actions">
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="day" value={day} />
                    <Button name="intent" value="openDay" aria-label={`Open ${title} again`}>
                      Open Again
                    </Button>
                  </Form>
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Form method="post" preventScrollReset className={css.narrow} key={closed.length}>
          <Stack gap={3}>
            {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
            <InputField
              name="day"
              label="Day"
              type="date"
              required
              errors={errors.day}
              defaultValue={typedText(sent, 'day')}
            />
            <InputField
              name="note"
              label="Note"
              maxLength={200}
              errors={errors.note}
              defaultValue={typedText(sent, 'note')}
            />
            <Inline>
              <Button size="form" name="intent" value="closeDay">
                Close Day
              </Button>
            </Inline>
          </Stack>
        </Form>
      </Stack>
    </Card>
  );
}
