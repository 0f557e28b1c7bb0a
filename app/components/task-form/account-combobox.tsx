/**
 * A text field that suggests accounts (WAI-ARIA combobox). Without JavaScript it is a plain field with a Find button.
 */
import { useEffect, useId, useRef, type ComponentProps } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { SuggestedPlace } from '~/domain/network/accounts/schema';
import { ACCOUNT_TYPE_LABELS } from '~/domain/network/accounts/fields';
import { placeInName } from '~/domain/network/accounts/address';
import { Button } from '~/ui/button';
import { Input } from '~/ui/field';
import { VisuallyHidden } from '~/ui/layout';
import { useCombobox } from './use-combobox';
import type { Matches } from './buttons.server';
import * as css from './task-form.css';

type Props = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'ref'> & {
  value: string;
  /** The intent of the Find button. */
  findIntent: string;
  onType: (text: string) => void;
  /** @param isPicked true for a choice by hand; false when the text is the exact name of the place. */
  onChoose: (place: SuggestedPlace, isPicked: boolean) => void;
  /** Called after a choice with Enter or the pointer. After Tab, the browser moves the focus. */
  onPicked?: () => void;
  /** True when any text is allowed; otherwise it has to be an account. */
  freeText: boolean;
  'data-autofocus'?: string | undefined;
};

const isAccount = ({ accountId }: SuggestedPlace) => accountId !== null;
const isAny = () => true;

export function AccountCombobox({
  value,
  findIntent,
  onType,
  onChoose,
  onPicked,
  freeText,
  ...input
}: Props) {
  const listId = useId();
  const hydrated = useHydrated();
  const isWanted = freeText ? isAny : isAccount;
  const box = useCombobox({ value, onType, onChoose, onPicked, isWanted });
  const { found, active, isShown } = box;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const note = noteOn(box, freeText ? value : null);
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
        <Input {...input} {...(hydrated && combobox)} value={value} autoComplete="off" {...box.events} />
        {!hydrated && (
          <Button name="intent" value={findIntent} formNoValidate>
            Find
          </Button>
        )}
      </div>
      {isShown && (
        <div ref={list} className={css.options} id={listId} role="listbox" aria-label="Accounts">
          {found.map((place, index) => (
            <div
              key={place.accountId ?? place.name}
              id={`${listId}-${String(index)}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={css.option}
              onPointerMove={({ movementX, movementY }) => {
                // A pointer that does not move must not change the active suggestion when the list appears below it.
                if (movementX !== 0 || movementY !== 0) box.setActive(index);
              }}
              onPointerDown={(event) => {
                event.preventDefault();
                box.pick(place);
              }}
            >
              <Suggestion place={place} text={value} />
            </div>
          ))}
        </div>
      )}
      {/* This element always exists, so that screen readers announce its changes. */}
      <div role="status">
        {isShown && (
          <VisuallyHidden>
            {found.length === 1 ? '1 account found.' : `${String(found.length)} accounts found.`}
          </VisuallyHidden>
        )}
        {box.isOpen && note && <div className={css.noMatch}>{note}</div>}
      </div>
    </div>
  );
}

/** The note that replaces suggestions. @param custom the text, if any text is allowed. */
function noteOn({ enter, places }: ReturnType<typeof useCombobox>, custom: string | null): string | null {
  if (enter === 'waits') return 'Looking for accounts. Enter takes the first one as soon as it is here.';
  if (enter === 'unanswered') {
    const failed = 'Accounts could not be searched, because the server did not answer.';
    return custom === null
      ? failed
      : `${failed} Press Enter again to use "${custom.trim()}" as a custom location.`;
  }
  if (places?.length !== 0) return null;
  return custom === null
    ? 'No accounts found.'
    : `No accounts found. You can continue typing to use "${custom}" as a custom location.`;
}

/** The first line has the name and the kind, the second the address and the phone number. */
function Suggestion({ place, text }: { place: SuggestedPlace; text: string }) {
  const { name, accountType, addresses, phone } = place;
  const at = placeInName(name, text);
  const end = at < 0 ? -1 : at + text.trim().length;
  const [first, ...others] = addresses;
  const more = others.length > 0 ? ` (+${String(others.length)} more)` : '';
  return (
    <>
      <span className={css.optionName}>
        <span>
          {name.slice(0, Math.max(at, 0))}
          {at >= 0 && <b className={css.prefix}>{name.slice(at, end)}</b>}
          {name.slice(Math.max(end, 0))}
        </span>{' '}
        <span>{ACCOUNT_TYPE_LABELS[accountType]}</span>
      </span>{' '}
      <span className={css.optionPlace}>
        {first === undefined ? 'No address' : first + more}
        {phone && <span className={css.optionPhone}>{` · ${phone}`}</span>}
      </span>
    </>
  );
}

/** The places that Find has found. Each is a button that fills the place in. */
export function MatchList({ matches }: { matches: Matches }) {
  return (
    <div className={css.matches} role="status">
      {matches.choices.length === 0 && <p>No accounts found.</p>}
      {matches.choices.map(({ value, label }) => (
        <Button key={value} name="intent" value={value} formNoValidate>
          {label}
        </Button>
      ))}
    </div>
  );
}
