/** The keys and the focus of a field with suggestions (WAI-ARIA combobox with automatic selection). */
import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react';
import type { SuggestedPlace } from '~/domain/accounts/answers';
import { isSameName } from '~/domain/accounts/address';
import { useSuggestions } from './use-suggestions';

type Props = {
  value: string;
  onType: (text: string) => void;
  /** @param isPicked by hand; otherwise the text is the place's exact name. */
  onChoose: (place: SuggestedPlace, isPicked: boolean) => void;
  isWanted: (place: SuggestedPlace) => boolean;
};

const CLOSE_AFTER_BLUR_MS = 200;
const NONE = -1;

export function useCombobox({ value, onType, onChoose, isWanted }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const suggestions = useSuggestions(isOpen ? value : null);
  const places = suggestions.shown?.filter(isWanted) ?? null;
  const found = places ?? [];
  /** Typed by hand, and not yet known to be a place or none. */
  const isUnsettled = useRef(false);
  const isWaiting = useRef(false);
  const latest = useRef(value);
  latest.current = value;
  const blur = useRef<number>();
  useEffect(
    () => () => {
      window.clearTimeout(blur.current);
    },
    [],
  );

  const close = () => {
    setOpen(false);
    setActive(0);
  };
  const choose = (place: SuggestedPlace, isPicked = true) => {
    isUnsettled.current = false;
    onChoose(place, isPicked);
    close();
  };
  const highlighted = isOpen ? found[active] : undefined;

  /** Enter before the suggestions are there: it is about the first of them, and sends the form if there is none. */
  const waitAndAccept = async (form: HTMLFormElement | null) => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    const [first] = (await suggestions.ask(value)).filter(isWanted);
    isWaiting.current = false;
    if (latest.current !== value) return;
    isUnsettled.current = false;
    if (first) choose(first);
    else form?.requestSubmit(form.querySelector<HTMLElement>('[data-main]'));
  };

  const pressEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    const isUnknown = isOpen && isUnsettled.current && suggestions.answered(value) === null;
    if (!highlighted && !(isUnknown && places === null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (highlighted) choose(highlighted);
    else void waitAndAccept(event.currentTarget.form);
  };

  /** The text is the name of exactly one place: it is that place. */
  const settle = (text: string, all: SuggestedPlace[]) => {
    const [exact, ...others] = all.filter((place) => isWanted(place) && isSameName(place.name, text));
    if (exact && others.length === 0 && latest.current === text) choose(exact, false);
  };
  const settleWhenLeft = () => {
    if (!isUnsettled.current || value.trim() === '') return;
    isUnsettled.current = false;
    const known = suggestions.answered(value);
    if (known) settle(value, known);
    else
      void suggestions.ask(value).then((all) => {
        settle(value, all);
      });
  };

  return {
    places,
    found,
    active,
    isOpen,
    isShown: isOpen && found.length > 0,
    setActive,
    choose,
    events: {
      onChange: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
        const text = currentTarget.value;
        onType(text);
        // Not when a draft is filled in again.
        if (document.activeElement !== currentTarget) return;
        isUnsettled.current = true;
        setOpen(text.trim() !== '');
        setActive(0);
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        const { key, altKey, shiftKey } = event;
        if (key === 'ArrowUp' && altKey) close();
        else if (key === 'ArrowDown' || key === 'ArrowUp') {
          event.preventDefault();
          setOpen(value.trim() !== '');
          if (isOpen && !altKey) setActive(stepFrom(active, key === 'ArrowDown' ? 1 : -1, found.length));
        } else if (key === 'Enter') pressEnter(event);
        else if (key === 'Escape' && isOpen) {
          event.preventDefault();
          event.stopPropagation();
          close();
        } else if (key === 'Tab') {
          if (highlighted && !shiftKey) choose(highlighted);
          else close();
        }
        // These are for the text: the list lets go of the focus.
        else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActive(NONE);
      },
      onFocus: () => {
        window.clearTimeout(blur.current);
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        // Another window in front of this one is no leaving.
        if (document.activeElement === event.currentTarget) return;
        settleWhenLeft();
        blur.current = window.setTimeout(close, CLOSE_AFTER_BLUR_MS);
      },
    },
  };
}

/** Round and round; where none is active, from either end. */
function stepFrom(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return 0;
  return active === NONE && step < 0 ? count - 1 : (active + step + count) % count;
}
