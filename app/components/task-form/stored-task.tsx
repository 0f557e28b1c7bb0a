/** Parts of the edit dialog about the stored task. */
import { Link, useLocation } from '@remix-run/react';
import { Field, Input } from '~/ui/field';
import { formatTime, useZone, Time } from '~/ui/time';
import type { LinkedTask } from '~/domain/tasks/form/names.server';
import { STATUS_LABELS, attemptOf, FAILURE_LABELS, FAILURE_REASONS, type Task } from '~/domain/tasks/task';
import { Badge } from '~/ui/badge';
import type { Photo } from '~/domain/tasks/proof/photo';
import { PhotoStrip } from '~/components/photos/photo-strip';
import { SignatureFigure } from '~/components/signature/signature-figure';
import * as css from './task-form.css';

/** The person who entered the task, and the time (ISO 8601): to be read. */
export function CreatedBy({ name, at }: { name: string; at: string }) {
  const zone = useZone();
  return (
    <Field label="Created By" name="created_by_shown" id="task-created-by">
      {({ id }) => (
        <Input id={id} readOnly suppressHydrationWarning value={`${name} · ${formatTime(at, zone)}`} />
      )}
    </Field>
  );
}

/** The other half of a transfer: its delivery, or the transfer that this delivery comes out of. */
export function LinkedNote({ linked, isDelivery }: { linked: LinkedTask; isDelivery: boolean }) {
  const { search } = useLocation();
  const back = new URLSearchParams(search).get('back');
  const { id, location, status, driver } = linked;
  return (
    <p className={css.linked}>
      <Badge tone="linked">Linked</Badge>{' '}
      <span>
        {isDelivery ? 'Transfer' : 'Delivery'}:{' '}
        <Link
          to={`/dispatcher/tasks/${String(id)}${back ? `?${new URLSearchParams({ back })}` : ''}`}
          preventScrollReset
        >
          {location || 'no place yet'}
        </Link>{' '}
        ({STATUS_LABELS[status].toLowerCase()}){driver && ` for ${driver}`}
      </span>
    </p>
  );
}

type Pictures = { photos: Photo[]; removeTo: (photo: Photo) => string };
type Failed = Pick<Task, 'status' | 'attempts' | 'failure_reason'>;
type Delivered = Pick<Task, 'type' | 'status' | 'completed_at' | 'signature_image' | 'signed_by'>;

export const hasFailed = ({ status, failure_reason }: Failed) => status === 'hold' && failure_reason !== null;

/** Why a task came back, before anything is decided about it: reason, note and what was photographed. */
export function FailedAttempt({ task, photos, removeTo }: Pictures & { task: Failed }) {
  if (!hasFailed(task)) return null;
  return (
    <section aria-labelledby="failed-attempt" className={css.failed}>
      <strong id="failed-attempt">Could not complete</strong>
      <p>{[sentenceOf(task.failure_reason ?? ''), attemptOf(task)].filter(Boolean).join(' · ')}</p>
      <PhotoStrip photos={photos} removeTo={removeTo} />
    </section>
  );
}

/** `other: gate locked` in the words of the form that it comes from. */
function sentenceOf(failure: string): string {
  const [reason = '', ...note] = failure.split(':');
  const known = FAILURE_REASONS.find((each) => each === reason.trim());
  return [known ? FAILURE_LABELS[known] : reason, ...note.map((part) => part.trim())].join(': ');
}

export const isDelivered = ({ type, status }: Pick<Task, 'type' | 'status'>) =>
  type === 'delivery' && status === 'completed';

/** Signature and photos of a delivery that is not archived yet. */
export function DeliveryProof({ task, photos, removeTo }: Pictures & { task: Delivered }) {
  if (!isDelivered(task)) return null;
  return (
    <section aria-labelledby="delivery-proof" className={css.proof}>
      <strong id="delivery-proof">Proof of delivery</strong>
      {task.completed_at && (
        <p>
          Completed <Time iso={task.completed_at} />
        </p>
      )}
      <div className={css.pictures}>
        <SignatureFigure task={task} size="small" />
        <PhotoStrip photos={photos} removeTo={removeTo} />
      </div>
    </section>
  );
}
