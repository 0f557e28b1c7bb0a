/** The top of the edit dialog: the task's last event, its proof, and its actions. */
import { Form, Link, useLocation, useNavigation } from '@remix-run/react';
import { boardView, useViewLink } from '~/components/board/board-links';
import { isShown, mapView } from '~/components/map/map-params';
import { PhotoStrip } from '~/components/photos/photo-strip';
import { NextRunButton, NextRunForms } from '~/components/task-list/next-run';
import { candidatesLabel, RunLine } from '~/components/task-list/run-line';
import type { NextOfTask } from '~/domain/views/runs/run.server';
import { RUN_RULE_LABELS } from '~/domain/network/runs/states';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { unreadOf } from '~/domain/tasks/model/concerns';
import type { Task, TaskCard, Photo } from '~/domain/tasks/model/task';
import type { LastHappened } from '~/domain/tasks/activity/last-happened';
import { Button, buttonLook, LinkButton, PhoneLink } from '~/ui/button';
import { VisuallyHidden } from '~/ui/layout';
import { paramsOf } from '~/forms/view-params';
import { Time } from '~/ui/time';
import { Concerns } from './concerns';
import * as css from './task-form.css';
import { isDone, isHeld } from '~/domain/tasks/model/statuses';
import { hasFailed, isMovable } from '~/domain/tasks/model/office-statuses';

type Props = {
  task: TaskCard;
  last: LastHappened | null;
  /** The name and phone number of the task's driver. */
  driver: { name: string; phone: string } | null;
  photos: Photo[];
  removeTo: (photo: Photo) => string;
  /** The idempotency key of the actions on the task. */
  formKey: string;
  /** The next run, if it could not be completed on a run. */
  next: NextOfTask[];
};

const hasProof = (task: Task) => isSignedFor(task) && isDone(task);

/** Other tasks show their photos below the fields. */
export const showsPhotos = (task: Task) => hasFailed(task) || hasProof(task);

export function TaskTop({ task, last, driver, photos, removeTo, formKey, next }: Props) {
  const failed = hasFailed(task);
  const delivered = hasProof(task);
  const name = failed ? 'Could not complete' : delivered ? 'Proof of delivery' : 'What happened last';
  return (
    <section aria-label={name} className={failed ? css.failed : css.top}>
      <Concerns task={task} />
      {last && !unreadOf(task).includes(last.why) && <LastSentence last={last} />}
      <TaskRun task={task} />
      {delivered ? (
        <div className={css.pictures}>
          <SignatureFigure task={task} size="small" />
          <PhotoStrip photos={photos} removeTo={removeTo} />
        </div>
      ) : (
        failed && <PhotoStrip photos={photos} removeTo={removeTo} />
      )}
      <div className={css.topActions}>
        {failed && <PlanButtons taskId={task.id} formKey={formKey} />}
        <NextRunButton next={next} taskId={task.id} />
        <NextRunForms next={next} />
        {driver && <Call phone={driver.phone} whom="driver" name={driver.name} />}
        {task.phone && <Call phone={task.phone} whom="customer" name={task.location} />}
        {isMovable(task) && <CandidatesLink task={task} />}
        <OnMap task={task} />
        <CopyLink taskId={task.id} />
      </div>
    </section>
  );
}

/** For example "Rita could not complete it, 6:12 PM: gate locked. Attempt 1." */
export const LastSentence = ({ last: { what, at, why, attempt } }: { last: LastHappened }) => (
  <p className={css.sentence}>
    {what}, <Time iso={at} />
    {why && `: ${why}`}.{attempt !== null && ` Attempt ${String(attempt)}.`}
  </p>
);

/** The run of the task, with a link to it, and what it has promised. */
function TaskRun({ task }: { task: TaskCard }) {
  const viewLink = useViewLink();
  if (!task.run) return null;
  return (
    <p className={css.sentence}>
      <Link to={viewLink(`/dispatcher/run/${String(task.run_id)}`)} preventScrollReset>
        Run
      </Link>{' '}
      <RunLine task={task} />
      {task.run_rule && `, ${RUN_RULE_LABELS[task.run_rule]}`}
    </p>
  );
}

const QUIET = buttonLook({ variant: 'quiet' }).className;

const Call = ({ phone, whom, name }: { phone: string; whom: string; name: string }) => (
  <PhoneLink phone={phone} className={QUIET}>
    <span>
      Call {whom}
      <VisuallyHidden> {name}</VisuallyHidden>
    </span>
  </PhoneLink>
);

/**
 * The buttons of Needs Attention for this task. They are a separate form, so that typed input is neither sent nor lost.
 */
function PlanButtons({ taskId, formKey }: { taskId: number; formKey: string }) {
  const intent = useNavigation().formData?.get('intent');
  return (
    <Form method="post" preventScrollReset className={css.planButtons}>
      <input type="hidden" name="_key" value={formKey} />
      <input type="hidden" name="taskIds" value={taskId} />
      <input type="hidden" name="status" value="next-route" />
      <Button name="intent" value="planAgain" pending={intent === 'planAgain' && 'Planning...'}>
        Plan again
      </Button>
      <Button name="intent" value="becomeStatus" pending={intent === 'becomeStatus' && 'Moving...'}>
        Next route
      </Button>
    </Form>
  );
}

/** A link to the stop on the board's map, or to the form that sets its place. */
function OnMap({ task: { id, status, driver_id, latitude } }: { task: Task }) {
  const { search } = useLocation();
  const viewLink = useViewLink();
  if (latitude === null)
    return (
      <LinkButton to={viewLink(`/dispatcher/map-pin/${String(id)}`)} variant="quiet" preventScrollReset>
        Not on the map: set location
      </LinkButton>
    );
  if (isHeld({ status }))
    return (
      <Button type="button" variant="quiet" unavailable="The map shows no tasks on hold">
        Show on map
      </Button>
    );
  const hidden = !isShown(mapView(search), driver_id);
  const view = boardView(search, { stop: String(id), ...(hidden && { show: null }) });
  return (
    <LinkButton to={`/dispatcher${view}#route-map`} variant="quiet">
      Show on map
    </LinkButton>
  );
}

/** A link to the time that the task would add to each driver's route. Close leads back here. */
function CandidatesLink({ task }: { task: TaskCard }) {
  const linkWith = useBackLink();
  return (
    <LinkButton
      to={linkWith(`/dispatcher/tasks/${String(task.id)}/candidates`, { task: '1' })}
      variant="quiet"
      preventScrollReset
    >
      {candidatesLabel(task)}
    </LinkButton>
  );
}

/** Makes links that keep the board's view and the page that this dialog leads back to. */
function useBackLink() {
  const viewLink = useViewLink();
  const back = new URLSearchParams(useLocation().search).get('back');
  return (to: string, params: Record<string, string>) => viewLink(to + paramsOf({ ...params, back }));
}

/** A link to a new task that copies this one. */
function CopyLink({ taskId }: { taskId: number }) {
  const linkWith = useBackLink();
  return (
    <LinkButton
      to={linkWith('/dispatcher/tasks/new', { copy: String(taskId) })}
      variant="quiet"
      preventScrollReset
    >
      Duplicate
    </LinkButton>
  );
}

type FigureProps = {
  task: Pick<Task, 'signature_image' | 'signed_by'>;
  size?: 'full' | 'small';
};

/** The signature of a delivery and its name, or a note that there is none. */
export function SignatureFigure({ task: { signature_image, signed_by }, size = 'full' }: FigureProps) {
  if (!signature_image) return <p>No signature captured</p>;
  return (
    <figure className={css.signature}>
      <img
        src={signature_image}
        width={400}
        height={200}
        className={`${css.signatureImage} ${size === 'small' ? css.smallSignature : ''}`}
        alt={signed_by ? `Signature of ${signed_by}` : 'Signature'}
      />
      {signed_by && <figcaption>Signed by {signed_by}</figcaption>}
    </figure>
  );
}
