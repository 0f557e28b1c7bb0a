import type { Photo } from '~/domain/tasks/photo';
import { VisuallyHidden } from '~/ui/hidden';
import * as css from './photos.css';

/** A task's photos, small; each opens the full picture. */
export function PhotoStrip({ photos }: { photos: Photo[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className={css.strip} aria-label="Photos">
      {photos.map(({ id, url }, index) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer" className={css.link}>
            <img
              src={url}
              alt={`Taken at the stop, ${String(index + 1)} of ${String(photos.length)}`}
              loading="lazy"
              className={css.picture}
            />
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}
