import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { HeaderTools } from '~/components/board/new-task';
import { scheduleOf } from '~/components/runs/forms.server';
import { schedulePath, weekPath } from '~/components/runs/runs-links';
import { ScheduleForm } from './schedule-form';
import { changeSchedule, createSchedule, getSchedule } from '~/domain/network/runs/commands.server';
import { countOpenToday } from '~/domain/network/runs/make.server';
import { scheduleChoices, stopAddresses } from '~/domain/network/runs/choices.server';
import { newFormKey } from '~/forms/answers.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { skipRevalidationUnderDialog } from '~/forms/view-params';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Schedule · Parts Dispatch' }];

export const handle = { HeaderTools };

/** The address of a new schedule is `new`. One route serves both, so that no other page loads the form's code. */
const isNew = (scheduleId: string | undefined) => scheduleId === 'new';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, changeSchedule.spec.may);
  const formKey = newFormKey();
  if (isNew(params.scheduleId))
    return load(async () => ({
      ...(await scheduleChoices({ actor })),
      schedule: null,
      addresses: [],
      openToday: undefined,
      formKey,
    }));
  const scheduleId = pathIdOr404(params.scheduleId);
  return load(async () => {
    const [schedule, choices, addresses, openToday] = await Promise.all([
      getSchedule({ actor, scheduleId }),
      scheduleChoices({ actor }),
      stopAddresses({ actor, scheduleId }),
      countOpenToday(scheduleId),
    ]);
    // A dealership that was retired stays in its schedule.
    const dealerships = [...new Set([...choices.dealerships, schedule.dealership])];
    return { schedule, drivers: choices.drivers, dealerships, addresses, openToday, formKey };
  });
}

const saved = ({ name }: { name: string }) => ({
  redirectTo: weekPath(),
  toast: { title: `${name} saved` },
});
const reading = { compose: scheduleOf, required: { name: 'Name is required' } };

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveSchedule: isNew(args.params.scheduleId)
      ? button(createSchedule, saved, reading)
      : button(changeSchedule, saved, reading),
  });

export const clientAction = keepDialogOnNetworkError('Failed to save the schedule');

export const shouldRevalidate = skipRevalidationUnderDialog(() => '/dispatcher/runs');

export default function OneSchedule() {
  const { schedule, drivers, dealerships, addresses, openToday, formKey } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <>
      <Stack gap={4}>
        <h1>{schedule?.name ?? 'New Schedule'}</h1>
        <Card>
          <ScheduleForm
            key={schedule?.version ?? 0}
            schedule={schedule}
            drivers={drivers}
            dealerships={dealerships}
            addresses={addresses}
            openToday={openToday}
            formKey={formKey}
            answer={answer}
            beside={
              schedule && (
                <LinkButton
                  size="form"
                  variant="danger"
                  to={`${schedulePath(schedule.id)}/delete`}
                  preventScrollReset
                >
                  Delete
                </LinkButton>
              )
            }
          />
        </Card>
      </Stack>
      <Outlet />
    </>
  );
}
