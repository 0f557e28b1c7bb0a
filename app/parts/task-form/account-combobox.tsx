/** A text field that suggests accounts (WAI-ARIA combobox). Without JavaScript: the field and a Find button. */
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import type { AccountName } from '~/domain/accounts/schema';
import { Button } from '~/ui/button';
import { Input } from '~/ui/field';
import { VisuallyHidden } from '~/ui/hidden';
import { useHydrated } from '~/ui/use-hydrated';
import * as css from './task-form.css';
import { useSuggestions } from './use-suggestions';

type Props = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'ref'> & {
  value: string;
  /** The intent of the Find button. */
  findIntent: string;
  onType: (text: string) => void;
  onChoose: (account: AccountName) => void;
  /** Whether what is typed may stand without being an account. */
  freeText: boolean;
  'data-autofocus'?: string | undefined;
};

const CLOSE_AFTER_BLUR_MS = 200;

export function AccountCombobox({ value, findIntent, onType, onChoose, freeText, ...input }: Props) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const hydrated = useHydrated();
  const accounts = useSuggestions(isOpen ? value : null);
  const found = accounts ?? [];
  const blur = useRef<number>();
  const list = useRef<HTMLDivElement>(null);
  useEffect(
    () => () => {
      window.clearTimeout(blur.current);
    },
    [],
  );
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (account: AccountName) => {
    onChoose(account);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    const chosen = isOpen ? found[active] : undefined;
    if (key === 'ArrowUp' && altKey) close();
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      setOpen(value.trim() !== '');
      if (!altKey) setActive(stepFrom(active, key === 'ArrowDown' ? 1 : -1, found.length));
    } else if (key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (key === 'Escape' && isOpen && accounts) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === 'Tab') close();
    // These are for the text: the list lets go of the focus.
    else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActive(-1);
  };

  const isShown = isOpen && found.length > 0;
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': isShown,
    'aria-controls': isShown ? listId : undefined,
    'aria-activedescendant': isShown && active >= 0 ? `${listId}-${String(active)}` : undefined,
  };
  return (
    <div className={css.combobox}>
      <div className={css.withButton}>
        <Input
          {...input}
          {...(hydrated && combobox)}
          value={value}
          autoComplete="off"
          onChange={(event) => {
            onType(event.target.value);
            setOpen(event.target.value.trim() !== '');
            setActive(-1);
          }}
          onKeyDown={press}
          onFocus={() => {
            window.clearTimeout(blur.current);
          }}
          onBlur={() => {
            blur.current = window.setTimeout(close, CLOSE_AFTER_BLUR_MS);
          }}
        />
        {!hydrated && (
          <Button name="intent" value={findIntent} formNoValidate>
            Find
          </Button>
        )}
      </div>
      {isShown && (
        <div ref={list} className={css.options} id={listId} role="listbox" aria-label="Accounts">
          {found.map((account, index) => (
            <div
              key={account.id}
              id={`${listId}-${String(index)}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={css.option}
              onPointerEnter={() => {
                setActive(index);
              }}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(account);
              }}
            >
              <Prefixed text={account.name} prefix={value.trim()} />
              <span>{account.accountType}</span>
            </div>
          ))}
        </div>
      )}
      {/* Always there: screen readers announce what changes in it. */}
      <div role="status">
        {isShown && (
          <VisuallyHidden>
            {found.length === 1 ? '1 account found.' : `${String(found.length)} accounts found.`}
          </VisuallyHidden>
        )}
        {isOpen && accounts?.length === 0 && (
          <div className={css.noMatch}>
            {freeText
              ? `No accounts found. You can continue typing to use "${value}" as a custom location.`
              : 'No accounts found.'}
          </div>
        )}
      </div>
    </div>
  );
}

/** Round and round; before the first step there is no active option. */
function stepFrom(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  return active < 0 && step < 0 ? count - 1 : (active + step + count) % count;
}

function Prefixed({ text, prefix }: { text: string; prefix: string }) {
  const length = text.toLowerCase().startsWith(prefix.toLowerCase()) ? prefix.length : 0;
  return (
    <span>
      <b className={css.prefix}>{text.slice(0, length)}</b>
      {text.slice(length)}
    </span>
  );
}
