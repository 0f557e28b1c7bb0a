import type { Photo } from '~/domain/tasks/proof/photo';
import type { Task } from '~/domain/tasks/task';
import { PhotoStrip } from '~/components/photos/photo-strip';
import { SignatureFigure } from '~/components/signature/signature-figure';
import { Time } from '~/ui/time';
import * as css from './task-form.css';

type Props = {
  task: Pick<Task, 'type' | 'status' | 'completed_at' | 'signature_image' | 'signed_by'>;
  photos: Photo[];
  removeTo: (photo: Photo) => string;
};

export const isDelivered = ({ type, status }: Pick<Task, 'type' | 'status'>) =>
  type === 'delivery' && status === 'completed';

/** What proves that a delivery was made, for whoever is asked about it before the task is archived. */
export function DeliveryProof({ task, photos, removeTo }: Props) {
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
