/**
 * Shown in a form whose subject was changed since it was opened. The person chooses each field that both changed, and
 * keeps their input.
 */
import { useEffect, useId, useRef, type RefObject } from 'react';
import { choiceName, theirsName, type Conflict } from '~/domain/kernel/form-merge';
import { Time } from '~/ui/time';
import * as css from './conflict-choices.css';

type Props = {
  conflict: Conflict;
  /** The name of the form's subject, and the label of its button. */
  what?: string;
  save?: string;
};

export function ConflictChoices({ conflict, what = 'task', save = 'Update Task' }: Props) {
  const { contested, taken } = conflict;
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus();
  }, []);
  useChangedMind(section, contested);
  return (
    <section ref={section} className={css.conflict} aria-labelledby={heading} tabIndex={-1}>
      <h3 id={heading} className={css.conflictTitle}>
        This {what} has changed since you opened it.
      </h3>
      {contested.map(({ key, label, by, at, theirs, mine, inputs }) => (
        <fieldset key={key} className={css.contested}>
          <legend className={css.contestedLegend}>
            {label}: {by}, <Time iso={at} />
          </legend>
          <label className={css.choice}>
            <input type="radio" name={choiceName(key)} value="mine" defaultChecked />
            <span>
              Keep mine: <b>{mine}</b>
            </span>
          </label>
          <label className={css.choice}>
            <input type="radio" name={choiceName(key)} value="theirs" />
            <span>
              Use theirs: <b>{theirs}</b>
            </span>
          </label>
          {inputs.map(({ name, value }) => (
            <input key={name} type="hidden" name={theirsName(name)} value={value} />
          ))}
        </fieldset>
      ))}
      {taken.length > 0 && (
        <>
          <p>You didn’t change these, so their values will be used:</p>
          <ul className={css.taken}>
            {taken.map(({ key, label, by, at, before, theirs }) => (
              <li key={key}>
                {label}: {before} → {theirs} ({by}, <Time iso={at} />)
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        What you typed is still here. {contested.length > 0 && 'Choose, then press '}
        {contested.length === 0 && 'Press '}
        {save} to save.
      </p>
    </section>
  );
}

/** Typing into a contested field chooses the person's own value. */
function useChangedMind(section: RefObject<HTMLElement>, contested: Conflict['contested']): void {
  useEffect(() => {
    const form = section.current?.closest('form');
    const listen = (event: Event) => {
      const { target } = event;
      if (!event.isTrusted || !(target instanceof Element)) return;
      const field = contested.find(({ inputs }) =>
        inputs.some(({ name }) => name === target.getAttribute('name')),
      );
      const mine =
        field &&
        form?.querySelector<HTMLInputElement>(`input[name="${choiceName(field.key)}"][value="mine"]`);
      if (mine) mine.checked = true;
    };
    form?.addEventListener('input', listen);
    return () => form?.removeEventListener('input', listen);
  }, [section, contested]);
}
