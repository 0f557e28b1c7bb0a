import type { Photo } from '~/domain/tasks/proof/photo';
import { attemptOf, FAILURE_LABELS, FAILURE_REASONS, type Task } from '~/domain/tasks/task';
import { PhotoStrip } from '~/components/photos/photo-strip';
import * as css from './task-form.css';

type Props = {
  task: Pick<Task, 'status' | 'attempts' | 'failure_reason'>;
  photos: Photo[];
  removeTo: (photo: Photo) => string;
};

export const hasFailed = ({ status, failure_reason }: Props['task']) =>
  status === 'hold' && failure_reason !== null;

/** Why a task came back, before anything is decided about it: reason, note and what was photographed. */
export function FailedAttempt({ task, photos, removeTo }: Props) {
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
