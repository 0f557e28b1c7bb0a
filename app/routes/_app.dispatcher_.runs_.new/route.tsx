import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { scheduleOf } from '~/components/runs/forms.server';
import { weekPath } from '~/components/runs/runs-links';
import { ScheduleForm } from '~/components/runs/schedule-form';
import { createSchedule } from '~/domain/network/runs/commands.server';
import { scheduleChoices } from '~/domain/network/runs/week.server';
import { newFormKey } from '~/forms/answers.server';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Card } from '~/ui/card';
import { Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'New Schedule · Parts Dispatch' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, createSchedule.spec.may);
  return load(async () => ({ ...(await scheduleChoices({ actor })), formKey: newFormKey() }));
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    saveSchedule: button(
      createSchedule,
      ({ name }) => ({
        redirectTo: weekPath(),
        toast: { title: `${name} saved`, description: 'Its next runs are made' },
      }),
      { compose: scheduleOf, required: { name: 'Name is required' } },
    ),
  });

export const clientAction = keepDialogOnNetworkError('Failed to save the schedule');

export default function NewSchedule() {
  const { drivers, dealerships, formKey } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  return (
    <Stack gap={4}>
      <h1>New Schedule</h1>
      <Card>
        <ScheduleForm
          drivers={drivers}
          dealerships={dealerships}
          formKey={formKey}
          answer={answer}
          schedule={null}
        />
      </Card>
    </Stack>
  );
}
