/** Photos to send with a form. Every tap on it takes one more; without JavaScript the files go as they are. */
import { useEffect, useRef, useState } from 'react';
import { MOST_PHOTOS } from '~/domain/tasks/photo';
import { Button } from '~/ui/button';
import { Field } from '~/ui/field';
import * as css from './photos.css';
import { scaleDown } from './scale-down';

type Chosen = { file: File; preview: string };

export function PhotoField() {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<Chosen[]>([]);
  const [shown, setShown] = useState<Chosen[]>([]);
  const [said, setSaid] = useState('');

  const show = (next: Chosen[]) => {
    chosen.current = next;
    setShown(next);
    if (!input.current) return;
    const files = new DataTransfer();
    for (const { file } of next) files.items.add(file);
    input.current.files = files.files;
  };
  const add = async (files: File[]) => {
    const room = MOST_PHOTOS - chosen.current.length;
    setSaid('Preparing the photos...');
    const added: Chosen[] = [];
    for (const file of files.slice(0, room)) {
      const small = await scaleDown(file);
      added.push({ file: small, preview: URL.createObjectURL(small) });
    }
    show([...chosen.current, ...added].slice(0, MOST_PHOTOS));
    const tooMany = files.length > room ? `No more than ${String(MOST_PHOTOS)} photos. ` : '';
    setSaid(`${tooMany}${countOf(chosen.current.length)} will be sent.`);
  };
  const remove = (gone: Chosen) => {
    URL.revokeObjectURL(gone.preview);
    show(chosen.current.filter((each) => each !== gone));
    setSaid(`${countOf(chosen.current.length)} will be sent.`);
    input.current?.focus();
  };

  useEffect(
    () => () => {
      for (const { preview } of chosen.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  return (
    <div className={css.field}>
      <Field label="Photos" name="photos" hint={`At most ${String(MOST_PHOTOS)}.`}>
        {(control) => (
          <input
            {...control}
            ref={input}
            className={css.input}
            type="file"
            accept="image/*"
            capture="environment"
            multiple
            onChange={({ target }) => {
              void add([...(target.files ?? [])]);
            }}
          />
        )}
      </Field>
      <div role="status">{said}</div>
      {shown.length > 0 && (
        <ul className={css.strip}>
          {shown.map((each, index) => (
            <li key={each.preview} className={css.chosen}>
              <img
                src={each.preview}
                alt={`To be sent, ${String(index + 1)} of ${String(shown.length)}`}
                className={css.picture}
              />
              <Button
                type="button"
                size="thumb"
                aria-label={`Remove photo ${String(index + 1)}`}
                onClick={() => {
                  remove(each);
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const countOf = (count: number) => (count === 1 ? '1 photo' : `${String(count)} photos`);
