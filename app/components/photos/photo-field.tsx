/**
 * Photos to send with a form. Each tap takes another photo, and the phone keeps them until they are sent. Without
 * JavaScript the files are sent unchanged.
 */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { LONGEST_SIDE, MOST_PHOTO_BYTES, MOST_PHOTOS } from '~/domain/tasks/model/task';
import { usePerson } from '~/forms/person';
import { Banner, sentences } from '~/ui/banner';
import { Button, buttonLook } from '~/ui/button';
import { FileInput } from '~/ui/field';
import { VisuallyHidden } from '~/ui/layout';
import { outboxStore } from '~/components/offline/outbox';
import { storePhotos, storedPhotos } from '~/components/offline/stored-photos';
import { proof } from '~/words/en/proof';
import * as css from './photos.css';

type Chosen = { file: File; preview: string };

type Props = {
  /** The lowest id of the photographed tasks. */
  stopId: number;
  /** The reasons why the photos were refused. */
  errors: string[] | undefined;
};

export function PhotoField({ stopId, errors }: Props) {
  const person = usePerson() ?? 0;
  const hydrated = useHydrated();
  const { uploaded } = useSyncExternalStore(outboxStore.subscribe, outboxStore.read, outboxStore.read);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<Chosen[]>([]);
  const [shown, setShown] = useState<Chosen[]>([]);
  const [said, setSaid] = useState('');
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors) refusal.current?.scrollIntoView({ block: 'center' });
  }, [errors]);

  const change = useCallback(
    (next: Chosen[]) => {
      chosen.current = next;
      setShown(next);
      const files = next.map(({ file }) => file);
      const carrier = new DataTransfer();
      for (const file of files) carrier.items.add(file);
      if (input.current) input.current.files = carrier.files;
      void storePhotos([person, stopId], files);
      return proof.willBeSent(next.length);
    },
    [person, stopId],
  );
  const add = async (files: File[]) => {
    const room = MOST_PHOTOS - chosen.current.length;
    setSaid(proof.preparing);
    const added: Chosen[] = [];
    for (const file of files.slice(0, room)) {
      const small = await scaleDown(file);
      added.push(previewed(small));
    }
    const count = change([...chosen.current, ...added].slice(0, MOST_PHOTOS));
    const tooMany = files.length > room ? proof.noMoreThan(MOST_PHOTOS) : '';
    setSaid(tooMany + count);
  };
  const remove = (gone: Chosen) => {
    URL.revokeObjectURL(gone.preview);
    setSaid(change(chosen.current.filter((each) => each !== gone)));
    input.current?.focus();
  };

  useEffect(() => {
    let isHere = true;
    void storedPhotos([person, stopId]).then((files) => {
      if (!isHere || files.length === 0) return;
      setSaid(change([...files.map(previewed), ...chosen.current].slice(0, MOST_PHOTOS)));
    });
    return () => {
      isHere = false;
    };
  }, [person, stopId, change]);
  useEffect(
    () => () => {
      for (const { preview } of chosen.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  return (
    <div className={css.field} data-photos={shown.length > 0 ? '' : undefined}>
      <label {...(hydrated ? buttonLook({ size: 'touch' }) : {})} data-take={hydrated ? '' : undefined}>
        {proof.takePhoto}
        <VisuallyHidden>{proof.atMost(MOST_PHOTOS)}</VisuallyHidden>
        <FileInput
          ref={input}
          name="photos"
          size="touch"
          accept="image/*"
          capture="environment"
          multiple
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
          }}
        />
      </label>
      <div role="status">{said}</div>
      {errors && (
        <div ref={refusal}>
          <Banner tone="error" title={proof.notSent}>
            {sentences(errors)} {hydrated && proof.removeIt}
          </Banner>
        </div>
      )}
      {uploaded !== null && (
        <label>
          {proof.sendingPhotos}
          <progress value={uploaded} />
        </label>
      )}
      {shown.length > 0 && (
        <ul className={css.strip}>
          {shown.map((each, index) => (
            <li key={each.preview} className={css.chosen}>
              <img src={each.preview} alt={proof.toBeSent(index + 1, shown.length)} className={css.picture} />
              <Button
                type="button"
                size="touch"
                aria-label={proof.removePhoto(index + 1)}
                onClick={() => {
                  remove(each);
                }}
              >
                {proof.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const previewed = (file: File): Chosen => ({ file, preview: URL.createObjectURL(file) });

const QUALITY = 0.7;
const SMALLER = [1, 0.75, 0.5, 0.35];

/**
 * A JPEG of at most 1,280 pixels and 200 kB. If this browser can't read the file, it stays as it is, because the server
 * may read it.
 */
async function scaleDown(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const fit = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    for (const scale of SMALLER) {
      const blob = await drawn(picture, fit * scale);
      if (blob && blob.size <= MOST_PHOTO_BYTES) {
        picture.close();
        return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
      }
    }
    picture.close();
    return file;
  } catch {
    return file;
  }
}

function drawn(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const sheet = document.createElement('canvas');
  sheet.width = Math.max(1, Math.round(picture.width * scale));
  sheet.height = Math.max(1, Math.round(picture.height * scale));
  const pen = sheet.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.drawImage(picture, 0, 0, sheet.width, sheet.height);
  return new Promise((resolve) => {
    sheet.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}
