/** A text field that suggests accounts (WAI-ARIA combobox). Without JavaScript: the field and a Find button. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ComponentProps } from 'react';
import type { AccountName } from '~/domain/accounts/schema';
import { Button } from '~/ui/button';
import { Input } from '~/ui/field';
import { useHydrated } from '~/ui/use-hydrated';
import * as css from './task-form.css';

type Props = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string;
  /** The intent of the Find button. */
  findIntent: string;
  onType: (text: string) => void;
  onChoose: (account: AccountName) => void;
  /** Whether what is typed may stand without being an account. */
  freeText: boolean;
  'data-autofocus'?: string | undefined;
};

const DEBOUNCE_MS = 120;
const CLOSE_AFTER_BLUR_MS = 200;
const SUGGESTIONS = 8;

export function AccountCombobox({ value, findIntent, onType, onChoose, freeText, ...input }: Props) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const hydrated = useHydrated();
  const accounts = useSuggestions(open ? value : null);
  const blur = useRef<number>();
  const found = accounts ?? [];

  const choose = (account: AccountName) => {
    onChoose(account);
    setOpen(false);
    setActive(-1);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (found.length > 0)
        setActive((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length);
    } else if (event.key === 'Enter' && open && found[active]) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div className={css.combobox}>
      <div className={css.withButton}>
        <Input
          {...input}
          value={value}
          autoComplete="off"
          role={hydrated ? 'combobox' : undefined}
          aria-expanded={hydrated ? open && accounts !== null : undefined}
          aria-controls={hydrated ? listId : undefined}
          aria-autocomplete={hydrated ? 'list' : undefined}
          aria-activedescendant={active >= 0 ? `${listId}-${String(active)}` : undefined}
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
            blur.current = window.setTimeout(setOpen, CLOSE_AFTER_BLUR_MS, false);
          }}
        />
        {!hydrated && (
          <Button name="intent" value={findIntent} formNoValidate>
            Find
          </Button>
        )}
      </div>
      {open && accounts && (
        <div className={css.options} id={listId} role="listbox" aria-label="Accounts">
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
              <span>{account.name}</span>
              <span>{account.accountType}</span>
            </div>
          ))}
          {found.length === 0 && (
            <div className={css.note} role="status">
              {freeText
                ? `No accounts found. You can continue typing to use "${value}" as a custom location.`
                : 'No accounts found.'}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** Accounts whose name begins with the text; null while there is nothing to say. */
function useSuggestions(text: string | null): AccountName[] | null {
  const [accounts, setAccounts] = useState<AccountName[] | null>(null);
  useEffect(() => {
    if (text === null || text.trim() === '') {
      setAccounts(null);
      return;
    }
    const gone = new AbortController();
    const timer = window.setTimeout(() => {
      fetchAccounts(text, gone.signal).then(setAccounts, () => undefined); // no line: the field takes any text
    }, DEBOUNCE_MS);
    return () => {
      window.clearTimeout(timer);
      gone.abort();
    };
  }, [text]);
  return accounts;
}

async function fetchAccounts(text: string, signal: AbortSignal): Promise<AccountName[]> {
  const query = new URLSearchParams({ search: text, limit: String(SUGGESTIONS) });
  const response = await fetch(`/api/accounts?${query}`, { signal });
  if (!response.ok) throw new Error(`HTTP ${String(response.status)}`);
  return (await response.json()) as AccountName[];
}
