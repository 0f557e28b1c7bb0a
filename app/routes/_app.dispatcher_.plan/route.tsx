import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { HeaderTools } from '~/components/board/new-task';
import { getPlan, makePlan, planToTell } from '~/modules/day-plans/commands.server';
import { planChoices } from '~/modules/day-plans/board.server';
import type { PlanState } from '~/modules/day-plans/schema';
import { keepDialogOnNetworkError } from '~/forms/keep-dialog-on-network-error';
import { button, submit } from '~/forms/submit.server';
import type { Answered } from '~/forms/unreachable';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { Banner, EmptyState } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { Card } from '~/ui/card';
import { Checkbox } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { ClockTime } from '~/ui/time';
import { useAnswer } from '~/ui/use-answer';
import { WorkNote } from '~/ui/work-note';
import * as css from './choose.css';
import { readIds } from '~/domain/kernel/ids';

export const meta: MetaFunction = () => [{ title: 'Plan the Day · Parts Dispatch' }];

export const handle = { HeaderTools };

const idsIn = (text: string | null) => (text === null ? null : readIds(text.split(',')));

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requirePage(request, makePlan.spec.may);
  const { searchParams } = new URL(request.url);
  const [give = null] = idsIn(searchParams.get('give')) ?? [];
  const [again] = idsIn(searchParams.get('again')) ?? [];
  return load(async () => {
    const before = again === undefined ? null : await getPlan({ actor, planId: again });
    const taskIds = before ? before.taskIds : idsIn(searchParams.get('tasks'));
    const [choices, made] = await Promise.all([
      planChoices(actor, { give, taskIds, driverIds: before?.driverIds ?? null }),
      before ? null : planToTell(actor),
    ]);
    return {
      ...choices,
      made,
      drivers: choices.drivers.sort((one, other) => one.name.localeCompare(other.name)),
    };
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    makePlan: button(makePlan, ({ id }) => ({ redirectTo: `/dispatcher/plan/${String(id)}`, toast: null }), {
      required: { driverIds: 'Choose at least one driver' },
      // If some offered tasks are unchecked, the person has chosen, even if the box for all is checked.
      compose: ({ driverIds, taskIds, giverId, all, offered }) => ({
        driverIds,
        giverId,
        ...((all === undefined || [taskIds ?? []].flat().length < Number(offered)) && {
          taskIds: taskIds ?? [],
        }),
      }),
    }),
  });

export const clientAction = keepDialogOnNetworkError('Failed to plan');

type Made = Pick<PlanState, 'id' | 'status' | 'progress'>;

const isReady = ({ status }: Made) => status === 'done' || status === 'failed';

function planSentence({ status }: Made): string {
  if (status === 'failed') return 'Your plan could not be made.';
  return status === 'done' ? 'Your plan is ready.' : 'Your plan is being made.';
}

export default function ChoosePlan() {
  const { drivers, giver, groups, isChosen, unassigned, seconds, made } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answered>();
  const errors = Object.values(answer?.lastResult.error ?? {}).flatMap((sentences) => sentences ?? []);
  const refusal = errors.length > 0 ? errors.join(' ') : answer?.problem?.error;
  const pending = useNavigation().formData?.get('intent') === 'makePlan';
  const title = giver === null ? 'Plan the Day' : `Give ${giver.name}’s Stops to the Others`;
  const [onDuty, offDuty] = [
    drivers.filter((each) => each.isOnDuty),
    drivers.filter((each) => !each.isOnDuty),
  ];
  if (drivers.length === 0)
    return (
      <>
        <h1>{title}</h1>
        <EmptyState>There are no drivers yet. Admins add them under Settings.</EmptyState>
      </>
    );
  return (
    <Form method="post" preventScrollReset>
      {giver !== null && <input type="hidden" name="giverId" value={giver.driverId} />}
      <Stack gap={4}>
        <Inline spread>
          <h1>{title}</h1>
          <Inline>
            <LinkButton size="form" to="/dispatcher">
              Cancel
            </LinkButton>
            <Button
              name="intent"
              value="makePlan"
              variant="primary"
              size="form"
              pending={pending && 'Planning...'}
            >
              Plan
            </Button>
          </Inline>
        </Inline>
        <WorkNote
          loaded={made}
          pathOf={({ id }) => `/api/plans/${String(id)}`}
          isOver={isReady}
          title={planSentence}
          shareOf={({ progress }) => progress}
          to={({ id }) => `/dispatcher/plan/${String(id)}`}
        />
        {refusal && (
          <Banner tone="error" title="Failed to plan.">
            {refusal}
          </Banner>
        )}
        {onDuty.length === 0 && <Banner title="Nobody is on duty.">Choose the drivers to plan for.</Banner>}
        <Card id="drivers" title="Drivers">
          <fieldset aria-labelledby="drivers" className={css.people}>
            <Drivers title="On duty" drivers={onDuty} />
            <Drivers title="Off duty" drivers={offDuty} />
          </fieldset>
        </Card>
        <Card id="tasks" title="Tasks">
          <Stack gap={3}>
            <input type="hidden" name="offered" value={groups.flatMap(({ tasks }) => tasks).length} />
            {!isChosen && (
              <>
                <Checkbox
                  name="all"
                  value="1"
                  defaultChecked
                  label={
                    <span>
                      All pending tasks of these drivers, and{' '}
                      {unassigned === 1 ? '1 unassigned task' : `${String(unassigned)} unassigned tasks`}
                    </span>
                  }
                />
                <p className={css.note}>
                  Stops under way don’t move. Nothing changes until you apply a plan.
                </p>
              </>
            )}
            {groups.length > 0 && (
              <p className={css.note}>
                Planning them takes about {seconds} s. You can stop early and use what was found.
              </p>
            )}
            {groups.length === 0 && <p>There are no pending tasks.</p>}
            {isChosen ? (
              <TaskGroups groups={groups} />
            ) : (
              groups.length > 0 && (
                <details>
                  <summary>Choose tasks</summary>
                  <TaskGroups groups={groups} />
                </details>
              )
            )}
          </Stack>
        </Card>
      </Stack>
    </Form>
  );
}

type Drivers = ReturnType<typeof useLoaderData<typeof loader>>['drivers'];

function Drivers({ title, drivers }: { title: string; drivers: Drivers }) {
  if (drivers.length === 0) return null;
  return (
    <fieldset className={css.choices}>
      <legend className={css.group}>{title}</legend>
      {drivers.map(({ id, name, shift, isChosen, openTasks }) => (
        <Checkbox
          key={id}
          name="driverIds"
          value={id}
          defaultChecked={isChosen}
          label={
            <span>
              {name}
              <span className={css.about}>
                {shift && (
                  <span>
                    <ClockTime iso={shift.from} />–<ClockTime iso={shift.until} />,
                  </span>
                )}{' '}
                <span>{openTasks === 1 ? '1 task' : `${String(openTasks)} tasks`}</span>
              </span>
            </span>
          }
        />
      ))}
    </fieldset>
  );
}

type Groups = ReturnType<typeof useLoaderData<typeof loader>>['groups'];

function TaskGroups({ groups }: { groups: Groups }) {
  return groups.map(({ driver, tasks }) => (
    <fieldset key={driver?.id ?? 0} className={css.choices}>
      <legend className={css.group}>{driver?.name ?? 'Unassigned'}</legend>
      {tasks.map(({ id, location, invoice_number }) => (
        <Checkbox
          key={id}
          name="taskIds"
          value={id}
          defaultChecked
          label={
            <span>
              {location} <span className={css.invoice}>{invoice_number}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  ));
}
