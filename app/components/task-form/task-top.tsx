/** At the top of the edit dialog: what happened to the task last, what proves it, and what can be done about it. */
import { Form, useLocation, useNavigation } from '@remix-run/react';
import { boardView, useViewLink } from '~/components/board/board-links';
import { Concerns } from './concerns';
import { isShown, mapView } from '~/components/map/map-params';
import { PhotoStrip } from '~/components/photos/photo-strip';
import { canMove } from '~/components/task-list/movable-list';
import { SignatureFigure } from '~/components/signature/signature-figure';
import { unreadOf } from '~/domain/tasks/model/concerns';
import type { TaskCard } from '~/domain/tasks/model/task';
import type { LastHappened } from '~/domain/tasks/activity/last-happened';
import type { Photo } from '~/domain/tasks/model/photo';
import type { Task } from '~/domain/tasks/model/task';
import { Button, buttonLook, LinkButton } from '~/ui/button';
import { VisuallyHidden } from '~/ui/hidden';
import { PhoneLink } from '~/ui/phone-link';
import { Time } from '~/ui/time';
import * as css from './task-form.css';

type Props = {
  task: TaskCard;
  last: LastHappened | null;
  /** The task's driver and phone number. */
  driver: { name: string; phone: string } | null;
  photos: Photo[];
  removeTo: (photo: Photo) => string;
  /** Of the acts on the task: the same one sent twice has one effect. */
  formKey: string;
};

const hasFailed = ({ status, failure_reason }: Task) => status === 'hold' && failure_reason !== null;
const isDelivered = ({ type, status }: Task) => type === 'delivery' && status === 'completed';

/** Photos of any other task are shown below its fields. */
export const showsPhotos = (task: Task) => hasFailed(task) || isDelivered(task);

export function TaskTop({ task, last, driver, photos, removeTo, formKey }: Props) {
  const failed = hasFailed(task);
  const delivered = isDelivered(task);
  const name = failed ? 'Could not complete' : delivered ? 'Proof of delivery' : 'What happened last';
  return (
    <section aria-label={name} className={failed ? css.failed : css.top}>
      <Concerns task={task} />
      {last && !unreadOf(task).includes(last.why) && <LastSentence last={last} />}
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
        {driver && <Call phone={driver.phone} whom="driver" name={driver.name} />}
        {task.phone && <Call phone={task.phone} whom="customer" name={task.location} />}
        {canMove(task) && <CandidatesLink taskId={task.id} />}
        <OnMap task={task} />
        <CopyLink taskId={task.id} />
      </div>
    </section>
  );
}

/** "Rita could not complete it, 6:12 PM: gate locked. Attempt 1." */
export const LastSentence = ({ last: { what, at, why, attempt } }: { last: LastHappened }) => (
  <p className={css.sentence}>
    {what}, <Time iso={at} />
    {why && `: ${why}`}.{attempt !== null && ` Attempt ${String(attempt)}.`}
  </p>
);

const QUIET = buttonLook({ variant: 'quiet' }).className;

const Call = ({ phone, whom, name }: { phone: string; whom: string; name: string }) => (
  <PhoneLink phone={phone} className={QUIET}>
    <span>
      Call {whom}
      <VisuallyHidden> {name}</VisuallyHidden>
    </span>
  </PhoneLink>
);

/** The buttons of Attention for this one task: a form of its own, so that nothing that is typed is sent or forgotten. */
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

/** To the stop on the board's map; where it has no place, to the form for one. */
function OnMap({ task: { id, status, driver_id, latitude } }: { task: Task }) {
  const { search } = useLocation();
  const viewLink = useViewLink();
  if (latitude === null)
    return (
      <LinkButton to={viewLink(`/dispatcher/map-pin/${String(id)}`)} variant="quiet" preventScrollReset>
        Not on the map: set location
      </LinkButton>
    );
  if (status === 'hold')
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

/** To what the task would add to each driver's route; Close leads back here. */
function CandidatesLink({ taskId }: { taskId: number }) {
  const linkWith = useBackLink();
  return (
    <LinkButton
      to={linkWith(`/dispatcher/tasks/${String(taskId)}/candidates`, { task: '1' })}
      variant="quiet"
      preventScrollReset
    >
      Who should take this?
    </LinkButton>
  );
}

/** Links that keep the board's view, and where this dialog leads back to. */
function useBackLink() {
  const viewLink = useViewLink();
  const back = new URLSearchParams(useLocation().search).get('back');
  return (to: string, params: Record<string, string>) =>
    viewLink(`${to}?${new URLSearchParams({ ...params, ...(back && { back }) })}`);
}

/** A new task that begins as this one. */
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
