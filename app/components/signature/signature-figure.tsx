import type { Task } from '~/domain/tasks/model/task';
import * as css from './signature.css';

type Props = {
  task: Pick<Task, 'signature_image' | 'signed_by'>;
  size?: 'full' | 'small';
};

/** The signature of a delivery and its name, or a note that there is none. */
export function SignatureFigure({ task: { signature_image, signed_by }, size = 'full' }: Props) {
  if (!signature_image) return <p>No signature captured</p>;
  return (
    <figure className={css.signature}>
      <img
        src={signature_image}
        width={400}
        height={200}
        className={`${css.image} ${size === 'small' ? css.small : ''}`}
        alt={signed_by ? `Signature of ${signed_by}` : 'Signature'}
      />
      {signed_by && <figcaption>Signed by {signed_by}</figcaption>}
    </figure>
  );
}
