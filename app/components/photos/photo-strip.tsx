import type { Photo } from '~/domain/tasks/model/task';
import { LinkButton } from '~/ui/button';
import { VisuallyHidden } from '~/ui/layout';
import { card } from '~/words/en/card';
import * as css from './photos.css';

type Props = {
  photos: Photo[];
  /** The path of the dialog that removes a photo, for people who may do that. */
  removeTo?: (photo: Photo) => string;
};

/** Small pictures of a task's photos. Each opens the full picture. */
export function PhotoStrip({ photos, removeTo }: Props) {
  if (photos.length === 0) return null;
  return (
    <ul className={css.strip} aria-label={card.photos}>
      {photos.map((photo, index) => (
        <li key={photo.id} className={css.chosen}>
          <a href={photo.url} target="_blank" rel="noreferrer" className={css.link}>
            <img
              src={photo.url}
              alt={card.takenAtStop(index + 1, photos.length)}
              loading="lazy"
              className={css.picture}
            />
            <VisuallyHidden>{card.newTab}</VisuallyHidden>
          </a>
          {removeTo && (
            <LinkButton to={removeTo(photo)} preventScrollReset aria-label={card.removePhoto(index + 1)}>
              {card.remove}
            </LinkButton>
          )}
        </li>
      ))}
    </ul>
  );
}
